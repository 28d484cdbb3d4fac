// As ps_hillis_steele, but work-efficient: a tree of sums is built up, and offsets are handed down it (Blelloch
// 1990). Two elements a thread.
// Gains: two additions for each element instead of ten, half the threads.
// Costs: twice the steps, in most of which most threads rest; neighbouring lanes are 2, 4, 8, ... elements apart, so
// they want the same banks.
// Expect: no big gain over ps_hillis_steele: a GPU has additions to spare, and no patience for barriers.
// judge: rung 2

#include <cuda_runtime.h>

constexpr int block_size = 512;
constexpr int tile = 2 * block_size;
constexpr int most_elements = 1 << 26;

// The tiles' sums, level by level.
__device__ float tile_sums[most_elements / tile * 2];

__global__ void scan_tiles(const float* in, float* out, float* sums, int n) {
    __shared__ float values[tile];
    int thread = threadIdx.x, first = blockIdx.x * tile;
    for (int i = thread; i < tile; i += block_size) values[i] = first + i < n ? in[first + i] : 0.0f;
    __syncthreads();

    // Upwards: the last element of each subtree becomes its sum.
    for (int step = 1; step < tile; step *= 2) {
        int last = 2 * step * (thread + 1) - 1;
        if (last < tile) values[last] += values[last - step];
        __syncthreads();
    }
    if (thread == 0) {
        sums[blockIdx.x] = values[tile - 1];
        values[tile - 1] = 0.0f;
    }
    __syncthreads();
    // Downwards: a subtree's last element holds what is before it; its right half has its left half before it, too.
    for (int step = block_size; step > 0; step /= 2) {
        int last = 2 * step * (thread + 1) - 1;
        if (last < tile) {
            float left = values[last - step];
            values[last - step] = values[last];
            values[last] += left;
        }
        __syncthreads();
    }
    for (int i = thread; i < tile; i += block_size)
        if (first + i < n) out[first + i] = values[i] + in[first + i];
}

// The first tile has nothing before it.
__global__ void add_what_is_before(float* out, const float* sums, int n) {
    for (int i = threadIdx.x; i < tile; i += block_size) {
        int at = (blockIdx.x + 1) * tile + i;
        if (at < n) out[at] += sums[blockIdx.x];
    }
}

static void scan(const float* in, float* out, float* sums, int n) {
    int tiles = (n + tile - 1) / tile;
    scan_tiles<<<tiles, block_size>>>(in, out, sums, n);
    if (tiles == 1) return;
    scan(sums, sums, sums + tiles, tiles);
    add_what_is_before<<<tiles - 1, block_size>>>(out, sums, n);
}

extern "C" void solve(const float* input, float* output, int N) {
    float* sums;
    cudaGetSymbolAddress(reinterpret_cast<void**>(&sums), tile_sums);
    scan(input, output, sums, N);
}
