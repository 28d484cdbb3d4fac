// As red_unrolled, but warps add up by shuffles: no shared memory but one sum a warp, and one barrier in all.
// Gains: a shuffle moves a register to another lane without an address, a bank or a barrier. Four loads a thread are
// in flight at once.
// Costs: nothing. Still many blocks, each of which is started, waits for its loads once, and ends.
// Expect: close to what four loads a thread can ask of the memory.
// judge: rung 6

#include <cuda_runtime.h>

constexpr int block_size = 256;
constexpr int loads = 4;
constexpr int elements_per_block = loads * block_size;
constexpr int most_elements = 1 << 27;

// The sums of a pass's blocks, one pass behind the other.
__device__ float block_sums[most_elements / elements_per_block / 250 * 256];

__device__ float sum_of_warp(float value) {
#pragma unroll
    for (int width = 16; width > 0; width /= 2) value += __shfl_down_sync(0xffffffffu, value, width);
    return value;
}

__global__ void reduce(const float* in, float* out, int n) {
    __shared__ float warp_sums[block_size / 32];
    int first = blockIdx.x * elements_per_block + threadIdx.x;
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < loads; k++) {
        int i = first + k * block_size;
        sum += i < n ? in[i] : 0.0f;
    }
    sum = sum_of_warp(sum);
    if (threadIdx.x % 32 == 0) warp_sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = sum_of_warp(threadIdx.x < block_size / 32 ? warp_sums[threadIdx.x] : 0.0f);
        if (threadIdx.x == 0) out[blockIdx.x] = sum;
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    float* scratch;
    cudaGetSymbolAddress(reinterpret_cast<void**>(&scratch), block_sums);
    const float* from = input;
    for (int n = N, blocks = 0; blocks != 1; n = blocks) {
        blocks = (n + elements_per_block - 1) / elements_per_block;
        float* to = blocks == 1 ? output : scratch;
        reduce<<<blocks, block_size>>>(from, to, n);
        from = to;
        scratch += blocks;
    }
}
