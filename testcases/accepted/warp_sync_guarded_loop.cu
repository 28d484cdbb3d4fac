// exam: problem=reduction verdict=accepted
// No barrier once a step is within a warp; the condition keeps each step's stores apart, so nvcc leaves them in.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
    extern __shared__ float part[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    part[t] = i < N ? input[i] : 0.0f;
    __syncthreads();
    for (int step = blockDim.x / 2; step > 0; step >>= 1) {
        if (t < step) part[t] += part[t + step];
        if (step > 32) __syncthreads();
    }
    if (t == 0) atomicAdd(output, part[0]);
}

extern "C" void solve(const float* input, float* output, int N) {
    cudaMemset(output, 0, sizeof(float));
    sum<<<(N + 127) / 128, 128, 128 * sizeof(float)>>>(input, output, N);
    cudaDeviceSynchronize();
}
