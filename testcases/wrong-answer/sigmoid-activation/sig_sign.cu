// exam: problem=sigmoid-activation verdict=wrong-answer
// exp(x) where exp(-x) belongs: falls instead of rising.

#include <cuda_runtime.h>

__global__ void sigmoid(const float* X, float* Y, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) Y[i] = 1.0f / (1.0f + expf(X[i]));
}

extern "C" void solve(const float* X, float* Y, int N) { sigmoid<<<(N + 255) / 256, 256>>>(X, Y, N); }
