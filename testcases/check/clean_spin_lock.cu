// exam: problem=reduction verdict=accepted finding=none
// Blocks take turns by a lock: fences around what it guards.

#include <cuda_runtime.h>

__device__ int lock = 0;

__global__ void sum(const float* input, float* output, int N) {
    __shared__ float part[256];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < N ? input[i] : 0.0f;
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
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 255) / 256, 256>>>(input, output, N);
    cudaDeviceSynchronize();
}
