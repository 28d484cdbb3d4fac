// One pass, with decoupled look-back (Merrill and Garland 2016): a block publishes its tile's sum at once, then walks
// back over the tiles before it, adding their sums, until it meets one that knows the sum of everything up to itself.
// Gains: every element is read once and written once.
// Costs: a word of state a tile, cleared by a memset; a thread that waits for other blocks. Tiles are numbered in the
// order in which blocks begin, so whoever is waited for is already there.
// Expect: the first above two thirds of the bandwidth, if one thread's walk keeps up with the tiles that are under
// way.
// judge: rung 5

#include <cuda_runtime.h>

constexpr int block_size = 1024;
constexpr int tile = 4 * block_size;
constexpr int most_elements = 1 << 26;

// What is known of a tile, in the upper half of its word; the sum is in the lower half, so both are read and written at
// once and need no fence between them.
enum Known : unsigned { nothing = 0, own_sum = 1, sum_up_to_here = 2 };

struct State {
    unsigned long long tiles_begun;
    unsigned long long tiles[most_elements / tile];
};
__device__ State state;

__device__ float4 load4(const float* in, int i, int n) {
    if (i + 4 <= n) return *reinterpret_cast<const float4*>(in + i);
    return make_float4(i < n ? in[i] : 0.0f, i + 1 < n ? in[i + 1] : 0.0f, i + 2 < n ? in[i + 2] : 0.0f, 0.0f);
}

__device__ void store4(float* out, int i, int n, float4 v) {
    if (i + 4 <= n) {
        *reinterpret_cast<float4*>(out + i) = v;
        return;
    }
    if (i < n) out[i] = v.x;
    if (i + 1 < n) out[i + 1] = v.y;
    if (i + 2 < n) out[i + 2] = v.z;
}

// The sum of the values of this lane and all before it.
__device__ float scan_warp(float value) {
#pragma unroll
    for (int step = 1; step < 32; step *= 2) {
        const float before = __shfl_up_sync(0xffffffffu, value, step);
        if (threadIdx.x % 32 >= step) value += before;
    }
    return value;
}

struct BlockScan {
    float before;   // the sum of all threads before this one
    float total;    // of all threads
};

__device__ BlockScan scan_block(float value) {
    __shared__ float warp_sums[32];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const float in_warp = scan_warp(value);
    if (lane == 31) warp_sums[warp] = in_warp;
    __syncthreads();
    if (warp == 0) {
        const float sum = scan_warp(lane < block_size / 32 ? warp_sums[lane] : 0.0f);
        __syncwarp();
        warp_sums[lane] = sum;
    }
    __syncthreads();
    const float of_lanes = __shfl_up_sync(0xffffffffu, in_warp, 1);
    const float before = (lane > 0 ? of_lanes : 0.0f) + (warp > 0 ? warp_sums[warp - 1] : 0.0f);
    return {before, warp_sums[block_size / 32 - 1]};
}

__device__ float4 scanned(float4 v, float before) {
    v.x += before;
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    return v;
}

__device__ void publish(int tile_index, Known known, float sum) {
    *static_cast<volatile unsigned long long*>(&state.tiles[tile_index]) =
        static_cast<unsigned long long>(known) << 32 | __float_as_uint(sum);
}

// The sum of all tiles before this one.
__device__ float look_back(int tile_index) {
    float before = 0.0f;
    for (int i = tile_index - 1; i >= 0; i--) {
        unsigned long long word;
        do word = *static_cast<volatile unsigned long long*>(&state.tiles[i]);
        while (word >> 32 == nothing);
        before += __uint_as_float(static_cast<unsigned>(word));
        if (word >> 32 == sum_up_to_here) break;
    }
    return before;
}

__global__ void __launch_bounds__(block_size) scan(const float* in, float* out, int n) {
    __shared__ int shared_index;
    __shared__ float shared_before;
    if (threadIdx.x == 0) shared_index = static_cast<int>(atomicAdd(&state.tiles_begun, 1ull));
    __syncthreads();
    const int index = shared_index, i = index * tile + 4 * threadIdx.x;
    const float4 v = load4(in, i, n);
    const BlockScan scan = scan_block((v.x + v.y) + (v.z + v.w));
    if (threadIdx.x == 0) {
        if (index > 0) publish(index, own_sum, scan.total);
        const float before = look_back(index);
        publish(index, sum_up_to_here, before + scan.total);
        shared_before = before;
    }
    __syncthreads();
    store4(out, i, n, scanned(v, shared_before + scan.before));
}

extern "C" void solve(const float* input, float* output, int N) {
    const int tiles = (N + tile - 1) / tile;
    void* address;
    cudaGetSymbolAddress(&address, state);
    cudaMemsetAsync(address, 0, (tiles + 1) * sizeof(unsigned long long), nullptr);
    scan<<<tiles, block_size>>>(input, output, N);
}
