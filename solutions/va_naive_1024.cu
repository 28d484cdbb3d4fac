// One element a thread, 1024 threads a block: the plain form in the largest blocks that CUDA allows.
// Costs: as va_naive_256; only two such blocks fit an SM, so half of it runs empty whenever one of them ends.
// judge: rung 1

#include <cuda_runtime.h>

constexpr int block_size = 1024;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int blocks = (N + block_size - 1) / block_size;
    add<<<blocks, block_size>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
