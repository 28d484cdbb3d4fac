// exam: problem=prefix-sum verdict=accepted
// Single pass, decoupled look-back (Merrill & Garland). Status and value share one 64-bit word.
#include <cuda_runtime.h>
#include <stdint.h>

namespace {
constexpr int NT = 256, PER = 8, TILE = NT * PER;
enum Status : uint32_t { kEmpty = 0, kAggregate = 1, kPrefix = 2 };

union Word {
    unsigned long long bits;
    struct { float value; uint32_t status; } s;
};

__device__ unsigned int d_next;

__global__ void reset(unsigned long long* st, int tiles)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < tiles) st[i] = 0;
    if (i == 0) d_next = 0;
}

__device__ float warpInclusive(float v)
{
    const int lane = threadIdx.x & 31;
    for (int d = 1; d < 32; d += d) {
        float up = __shfl_up_sync(0xffffffffu, v, d);
        v += lane >= d ? up : 0.f;
    }
    return v;
}

__global__ __launch_bounds__(NT) void scan(const float* in, float* out, unsigned long long* st, int n)
{
    __shared__ unsigned int sh_tile;
    __shared__ float sh_warp[NT / 32], sh_before;
    __shared__ float sh_data[TILE + TILE / 32];
    auto slot = [](int i) { return i + i / 32; };

    if (threadIdx.x == 0) sh_tile = atomicAdd(&d_next, 1u);
    __syncthreads();
    const int tile = sh_tile, base = tile * TILE;

    for (int k = threadIdx.x; k < TILE; k += NT) sh_data[slot(k)] = base + k < n ? in[base + k] : 0.f;
    __syncthreads();
    float r[PER], sum = 0.f;
    for (int k = 0; k < PER; ++k) r[k] = sum += sh_data[slot(threadIdx.x * PER + k)];

    const int warp = threadIdx.x / 32;
    float inc = warpInclusive(sum);
    if (threadIdx.x % 32 == 31) sh_warp[warp] = inc;
    __syncthreads();
    float before = inc - sum, all = 0.f;
    for (int w = 0; w < NT / 32; ++w) {
        if (w == warp) before += all;
        all += sh_warp[w];
    }
    if (threadIdx.x == 0) {
        volatile unsigned long long* vst = st;
        Word w;
        w.s = {all, tile == 0 ? kPrefix : kAggregate};
        vst[tile] = w.bits;
        float prefix = 0.f;
        int look = tile - 1;
        while (look >= 0) {
            Word p;
            do { p.bits = vst[look]; } while (p.s.status == kEmpty);
            prefix += p.s.value;
            if (p.s.status == kPrefix) break;
            --look;
        }
        if (tile > 0) {
            w.s = {prefix + all, kPrefix};
            vst[tile] = w.bits;
        }
        sh_before = prefix;
    }
    __syncthreads();
    before += sh_before;
    for (int k = 0; k < PER; ++k) sh_data[slot(threadIdx.x * PER + k)] = r[k] + before;
    __syncthreads();
    for (int k = threadIdx.x; k < TILE && base + k < n; k += NT) out[base + k] = sh_data[slot(k)];
}
}

extern "C" void solve(const float* input, float* output, int N)
{
    int tiles = (N + TILE - 1) / TILE;
    unsigned long long* st;
    cudaMallocAsync(&st, tiles * sizeof(*st), cudaStreamLegacy);
    reset<<<(tiles + 255) / 256, 256>>>(st, tiles);
    scan<<<tiles, NT>>>(input, output, st, N);
    cudaFreeAsync(st, cudaStreamLegacy);
}
