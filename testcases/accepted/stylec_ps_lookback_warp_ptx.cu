// exam: problem=prefix-sum verdict=accepted
// Single pass, decoupled look-back by a whole warp; status word and value in 64 bits, ld/st by PTX.
#include <cuda_runtime.h>
#include <stdint.h>

typedef unsigned long long u64;
enum : unsigned { EMPTY = 0, AGGREGATE = 1, PREFIX = 2 };
constexpr int BLOCK = 256, ITEMS = 12, TILE = BLOCK * ITEMS;

__device__ __forceinline__ void publish(u64* p, unsigned flag, float v) {
    u64 w = ((u64)flag << 32) | __float_as_uint(v);
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(w) : "memory");
}
__device__ __forceinline__ u64 peek(const u64* p) {
    u64 w;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(w) : "l"(p) : "memory");
    return w;
}

__global__ void __launch_bounds__(BLOCK) scan(const float* in, float* out, int n, u64* state, unsigned* ticket) {
    __shared__ float items[TILE];
    __shared__ float warpTotals[BLOCK / 32];
    __shared__ float before;
    __shared__ unsigned tileId;
    const int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    if (t == 0) tileId = atomicAdd(ticket, 1u);
    __syncthreads();
    const int tile = (int)tileId;
    const int64_t base = (int64_t)tile * TILE;

    for (int k = t; k < TILE; k += BLOCK) items[k] = base + k < n ? in[base + k] : 0.f;
    __syncthreads();
    float v[ITEMS];
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) v[k] = items[t * ITEMS + k] + (k ? v[k - 1] : 0.f);

    float inc = v[ITEMS - 1];
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        float u = __shfl_up_sync(~0u, inc, d);
        if (lane >= d) inc += u;
    }
    if (lane == 31) warpTotals[warp] = inc;
    __syncthreads();
    float exc = inc - v[ITEMS - 1], total = 0.f;
#pragma unroll
    for (int w = 0; w < BLOCK / 32; ++w) {
        if (w == warp) exc += total;
        total += warpTotals[w];
    }

    if (warp == 0) {
        if (lane == 0) publish(state + tile, tile ? AGGREGATE : PREFIX, total);
        float sum = 0.f;
        for (int at = tile - 1; at >= 0; at -= 32) {
            int mine = at - lane;
            u64 w = mine >= 0 ? peek(state + mine) : (u64)PREFIX << 32;
            while (__any_sync(~0u, (unsigned)(w >> 32) == EMPTY))
                if ((unsigned)(w >> 32) == EMPTY) w = peek(state + mine);
            unsigned known = __ballot_sync(~0u, (unsigned)(w >> 32) == PREFIX);
            int stop = known ? __ffs(known) - 1 : 31;
            float x = lane <= stop ? __uint_as_float((unsigned)w) : 0.f;
            for (int d = 16; d; d >>= 1) x += __shfl_xor_sync(~0u, x, d);
            sum += x;
            if (known) break;
        }
        if (lane == 0) {
            if (tile) publish(state + tile, PREFIX, sum + total);
            before = sum;
        }
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < ITEMS; ++k) items[t * ITEMS + k] = v[k] + exc + before;
    __syncthreads();
    for (int k = t; k < TILE; k += BLOCK)
        if (base + k < n) out[base + k] = items[k];
}

extern "C" void solve(const float* input, float* output, int N) {
    int tiles = (N + TILE - 1) / TILE;
    size_t bytes = (size_t)tiles * sizeof(u64) + sizeof(u64);
    u64* scratch;
    cudaMallocAsync((void**)&scratch, bytes, 0);
    cudaMemsetAsync(scratch, 0, bytes, 0);
    scan<<<tiles, BLOCK>>>(input, output, N, scratch + 1, (unsigned*)scratch);
    cudaFreeAsync(scratch, 0);
}
