// exam: problem=softmax verdict=wrong-answer
// 1 / N is 0: the mean that is taken off instead of the maximum is always 0.
#include <cuda_runtime.h>

__device__ float sum, total;

__global__ void clear() { sum = total = 0; }

__global__ void add_all(const float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&sum, x[i]);
}

__global__ void add_exp(const float* x, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mean = sum * (1 / n);
    if (i < n) atomicAdd(&total, expf(x[i] - mean));
}

__global__ void divide(const float* x, float* y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float mean = sum * (1 / n);
    if (i < n) y[i] = expf(x[i] - mean) / total;
}

extern "C" void solve(const float* input, float* output, int N) {
    clear<<<1, 1>>>();
    add_all<<<(N + 255) / 256, 256>>>(input, N);
    add_exp<<<(N + 255) / 256, 256>>>(input, N);
    divide<<<(N + 255) / 256, 256>>>(input, output, N);
}
