// exam: problem=sigmoid-activation verdict=wrong-answer
// The exponential in half precision.

#include <cuda_fp16.h>
#include <cuda_runtime.h>

__global__ void sigmoid(const float* X, float* Y, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) Y[i] = 1.0f / (1.0f + __half2float(hexp(__float2half(-X[i]))));
}

extern "C" void solve(const float* X, float* Y, int N) { sigmoid<<<(N + 255) / 256, 256>>>(X, Y, N); }
