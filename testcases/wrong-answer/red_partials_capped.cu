// exam: problem=reduction verdict=wrong-answer size=full
// exam: says "output[0]"
// Two steps, the partial sums of at most 1,024 blocks: right up to 1,048,576 elements, and not for more.

#include <cuda_runtime.h>

constexpr int k_most_blocks = 1024, k_threads = 1024;
__device__ float partials[k_most_blocks];

__device__ float block_sum(float value) {
    __shared__ float shared[k_threads];
    shared[threadIdx.x] = value;
    __syncthreads();
    for (int width = k_threads / 2; width > 0; width /= 2) {
        if (threadIdx.x < width) shared[threadIdx.x] += shared[threadIdx.x + width];
        __syncthreads();
    }
    return shared[0];
}

__global__ void sum_blocks(const float* input, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = block_sum(i < N ? input[i] : 0.0f);
    if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

__global__ void sum_partials(float* output, int blocks) {
    float sum = block_sum(threadIdx.x < blocks ? partials[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0) *output = sum;
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = (N + k_threads - 1) / k_threads;
    if (blocks > k_most_blocks) blocks = k_most_blocks;
    sum_blocks<<<blocks, k_threads>>>(input, N);
    sum_partials<<<1, k_threads>>>(output, blocks);
}
