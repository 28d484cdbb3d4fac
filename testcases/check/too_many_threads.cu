// exam: problem=vector-addition verdict=runtime-error finding=unchecked-launch
// A block of 2048 threads: the launch fails, and nobody asks.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<(N + 2047) / 2048, 2048>>>(A, B, C, N);  // exam: here
    cudaDeviceSynchronize();
}
