// A thread for each i, two loads and two stores of 4 bytes.
// Costs: each store of a warp fills half of eight sectors; the L2 cache has to put the halves together.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void interleave(const float* A, const float* B, float* output, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) {
        output[2 * i] = A[i];
        output[2 * i + 1] = B[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* output, int N) {
    interleave<<<(N + 255) / 256, 256>>>(A, B, output, N);
    cudaDeviceSynchronize();
}
