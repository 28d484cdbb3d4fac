// exam: problem=reduction verdict=accepted finding=none
// Blocks take turns by a lock: fences around what it guards. They stride, so that few wait.

#include <cuda_runtime.h>

__device__ int lock = 0;

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float part[256];
    int t = threadIdx.x;
    part[t] = 0.0f;
    for (size_t i = blockIdx.x * blockDim.x + t; i < N; i += gridDim.x * blockDim.x) part[t] += input[i];
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step) part[t] += part[t + step];
        __syncthreads();
    }
    if (t == 0) {
        while (atomicCAS(&lock, 0, 1) != 0) {}
        __threadfence();
        *output += part[0];
        __threadfence();
        atomicExch(&lock, 0);
    }
}

extern "C" void solve(const float* input, float* output, int N) {
    int blocks = (N + 255) / 256;
    cudaMemset(output, 0, sizeof(float));
    sum<<<blocks < 256 ? blocks : 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
