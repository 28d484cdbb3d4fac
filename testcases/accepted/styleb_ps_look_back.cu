// exam: problem=prefix-sum verdict=accepted
// Single pass with look-back: status and value of a tile are one word of 64 bits; tiles are dealt by a counter.
#include <cuda_runtime.h>

#include <cstdint>

using u64 = unsigned long long;
using u32 = std::uint32_t;

enum class Status : u32 { empty = 0, aggregate = 1, inclusive = 2 };

struct TileState {
    u64 word;
    static __device__ u64 pack(Status s, float value) { return static_cast<u64>(s) << 32 | __float_as_uint(value); }
    static __device__ Status status(u64 w) { return static_cast<Status>(w >> 32); }
    static __device__ float value(u64 w) { return __uint_as_float(static_cast<u32>(w)); }

    __device__ void publish(Status s, float v) { atomicExch(&word, pack(s, v)); }
    __device__ u64 await() {
        u64 w;
        do w = *const_cast<volatile u64*>(&word);
        while (status(w) == Status::empty);
        return w;
    }
};

struct Control {
    u32 next_tile;
    u32 padding;
};

constexpr int threads = 256, items = 4, tile_size = threads * items;

__device__ float exclusive_in_block(float x, float& total, float* warps) {
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float inclusive = x;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1)
        if (const float y = __shfl_up_sync(~0u, inclusive, d); lane >= d) inclusive += y;
    if (lane == 31) warps[warp] = inclusive;
    __syncthreads();
    float before = 0;
    total = 0;
    for (int w = 0; w < threads / 32; ++w) {
        if (w < warp) before += warps[w];
        total += warps[w];
    }
    return before + inclusive - x;
}

__global__ void __launch_bounds__(threads) scan(const float* in, float* out, int n, Control* control, TileState* states) {
    __shared__ u32 s_tile;
    __shared__ float s_before, s_warps[threads / 32];
    if (threadIdx.x == 0) s_tile = atomicAdd(&control->next_tile, 1u);
    __syncthreads();
    const u32 tile = s_tile;
    const int base = tile * tile_size + threadIdx.x * items;
    float x[items], mine = 0, total;
    for (int k = 0; k < items; ++k) mine += x[k] = base + k < n ? in[base + k] : 0.f;
    float running = exclusive_in_block(mine, total, s_warps);
    if (threadIdx.x == 0) {
        float before = 0;
        states[tile].publish(tile == 0 ? Status::inclusive : Status::aggregate, total);
        for (int t = int(tile) - 1; t >= 0; --t) {
            const u64 w = states[t].await();
            before += TileState::value(w);
            if (TileState::status(w) == Status::inclusive) break;
        }
        if (tile > 0) states[tile].publish(Status::inclusive, before + total);
        s_before = before;
    }
    __syncthreads();
    running += s_before;
    for (int k = 0; k < items; ++k)
        if (base + k < n) out[base + k] = running += x[k];
}

extern "C" void solve(const float* input, float* output, int N) {
    const int tiles = (N + tile_size - 1) / tile_size;
    char* memory = nullptr;
    const size_t bytes = sizeof(Control) + tiles * sizeof(TileState);
    cudaMalloc(&memory, bytes);
    cudaMemset(memory, 0, bytes);
    scan<<<tiles, threads>>>(input, output, N, reinterpret_cast<Control*>(memory),
                             reinterpret_cast<TileState*>(memory + sizeof(Control)));
    cudaFree(memory);
}
