// exam: problem=softmax verdict=wrong-answer
// The formula as it stands, without taking the maximum off: exp(900) is infinite.
#include <cuda_runtime.h>

__global__ void sum_exp(const float* x, float* sum, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) atomicAdd(sum, expf(x[i]));
}

__global__ void divide(const float* x, const float* sum, float* y, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) y[i] = expf(x[i]) / *sum;
}

extern "C" void solve(const float* input, float* output, int N) {
    float* sum;
    cudaMalloc(&sum, sizeof(float));
    cudaMemset(sum, 0, sizeof(float));
    sum_exp<<<(N + 255) / 256, 256>>>(input, sum, N);
    divide<<<(N + 255) / 256, 256>>>(input, sum, output, N);
    cudaFree(sum);
}
