// exam: problem=reduction verdict=accepted finding=none
// A warp exchanges by shuffles, warps by shared memory.

#include <cuda_runtime.h>

__device__ float sum_of_warp(float value) {
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
    return value;
}

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float of_warps[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = sum_of_warp(i < N ? input[i] : 0.0f);
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x >= 32) return;
    value = sum_of_warp(threadIdx.x < 8 ? of_warps[threadIdx.x] : 0.0f);
    if (threadIdx.x == 0) atomicAdd(output, value);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
