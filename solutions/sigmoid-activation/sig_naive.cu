// One element a thread, as the formula says, with the precise expf() and division.
// Costs: some thirty instructions for 8 bytes; where the memory is fast, they begin to show.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void sigmoid(const float* X, float* Y, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) Y[i] = 1.0f / (1.0f + expf(-X[i]));
}

extern "C" void solve(const float* X, float* Y, int N) {
    sigmoid<<<(N + 255) / 256, 256>>>(X, Y, N);
}
