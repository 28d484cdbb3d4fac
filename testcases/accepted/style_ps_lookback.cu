// exam: problem=prefix-sum verdict=accepted
// Decoupled look-back in one pass: blocks take tickets, publish sum and state in one 64-bit word, look back one by one.
#include <cuda_runtime.h>
#include <cstdint>

enum State : uint32_t { Nothing = 0, Aggregate = 1, Prefix = 2 };
constexpr int Threads = 256, PerThread = 16, Tile = Threads * PerThread;

struct Control { unsigned ticket; unsigned pad; };

__device__ inline unsigned long long pack(float value, State s) {
    return (unsigned long long)s << 32 | __float_as_uint(value);
}
__device__ inline float value_of(unsigned long long w) { return __uint_as_float((uint32_t)w); }

__global__ void scan(const float* in, float* out, int n, Control* control, unsigned long long* state) {
    __shared__ unsigned tile_shared;
    __shared__ float warp_total[Threads / 32], before_shared;
    if (threadIdx.x == 0) tile_shared = atomicAdd(&control->ticket, 1u);
    __syncthreads();
    const unsigned tile = tile_shared;
    const long long first = (long long)tile * Tile + threadIdx.x * PerThread;

    float v[PerThread], sum = 0;
    for (int k = 0; k < PerThread; ++k) v[k] = sum += first + k < n ? in[first + k] : 0.f;

    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float inclusive = sum;
    for (int d = 1; d < 32; d *= 2) {
        float up = __shfl_up_sync(~0u, inclusive, d);
        if (lane >= d) inclusive += up;
    }
    if (lane == 31) warp_total[warp] = inclusive;
    __syncthreads();
    float mine = inclusive - sum, block_total = 0;
    for (int w = 0; w < Threads / 32; ++w) {
        if (w == warp) mine += block_total;
        block_total += warp_total[w];
    }

    if (threadIdx.x == 0) {
        float before = 0;
        if (tile > 0) {
            atomicExch(&state[tile], pack(block_total, Aggregate));
            for (unsigned at = tile - 1;;) {
                unsigned long long w;
                while (((w = atomicAdd(&state[at], 0ull)) >> 32) == Nothing) {}
                before += value_of(w);
                if (w >> 32 == Prefix) break;
                --at;
            }
        }
        atomicExch(&state[tile], pack(before + block_total, Prefix));
        before_shared = before;
    }
    __syncthreads();
    for (int k = 0; k < PerThread; ++k)
        if (first + k < n) out[first + k] = before_shared + mine + v[k];
}

extern "C" void solve(const float* input, float* output, int N) {
    const int tiles = (N + Tile - 1) / Tile;
    void* scratch = nullptr;
    cudaMalloc(&scratch, sizeof(Control) + tiles * sizeof(unsigned long long));
    cudaMemset(scratch, 0, sizeof(Control) + tiles * sizeof(unsigned long long));
    auto* control = static_cast<Control*>(scratch);
    scan<<<tiles, Threads>>>(input, output, N, control, reinterpret_cast<unsigned long long*>(control + 1));
    cudaFree(scratch);
}
