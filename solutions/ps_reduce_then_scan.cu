// The blocks' sums first, then the scan: the first pass only reads, and the elements are written once, already right.
// Gains: three movements of the vector instead of four.
// Costs: the vector is read twice.
// Expect: two thirds of the memory's bandwidth.
// judge: rung 4

#include <cuda_runtime.h>

constexpr int block_size = 256;
constexpr int vectors = 4;                      // float4 a thread
constexpr int row = 4 * block_size;             // elements that a block takes at once
constexpr int tile = vectors * row;
constexpr int most_elements = 1 << 26;

__device__ float tile_sums[most_elements / tile];

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

__global__ void add_up_tiles(const float* in, int n) {
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < vectors; k++) {
        const float4 v = load4(in, blockIdx.x * tile + k * row + 4 * threadIdx.x, n);
        sum += (v.x + v.y) + (v.z + v.w);
    }
    sum = scan_block(sum).total;
    if (threadIdx.x == 0) tile_sums[blockIdx.x] = sum;
}

// One block: each tile's sum becomes the sum of all tiles before it.
__global__ void scan_sums(int tiles) {
    float before = 0.0f;
    for (int first = 0; first < tiles; first += block_size) {
        const int i = first + threadIdx.x;
        const BlockScan scan = scan_block(i < tiles ? tile_sums[i] : 0.0f);
        if (i < tiles) tile_sums[i] = before + scan.before;
        before += scan.total;
        __syncthreads();
    }
}

__global__ void scan_tiles(const float* in, float* out, int n) {
    float before = tile_sums[blockIdx.x];
    float4 v[vectors];
#pragma unroll
    for (int k = 0; k < vectors; k++) v[k] = load4(in, blockIdx.x * tile + k * row + 4 * threadIdx.x, n);
    for (int k = 0; k < vectors; k++) {
        const BlockScan scan = scan_block((v[k].x + v[k].y) + (v[k].z + v[k].w));
        store4(out, blockIdx.x * tile + k * row + 4 * threadIdx.x, n, scanned(v[k], before + scan.before));
        before += scan.total;
        __syncthreads();
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    const int tiles = (N + tile - 1) / tile;
    add_up_tiles<<<tiles, block_size>>>(input, N);
    scan_sums<<<1, block_size>>>(tiles);
    scan_tiles<<<tiles, block_size>>>(input, output, N);
}
