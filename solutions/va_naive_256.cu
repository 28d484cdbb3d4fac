// One element a thread, 256 threads a block: the plain form, and the one that the others are compared with.
// Costs: a thread moves only 12 bytes, so it takes very many of them in flight to keep the memory busy.
// judge: rung 3

#include <cuda_runtime.h>

constexpr int block_size = 256;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int blocks = (N + block_size - 1) / block_size;
    add<<<blocks, block_size>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
