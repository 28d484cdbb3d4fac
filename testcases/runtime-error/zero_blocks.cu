// exam: problem=vector-addition verdict=runtime-error
// exam: says "the launch"
// Rounds the grid down: for small N it asks for no block at all.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    add<<<N / 256, 256>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
