// One element a thread, 512 threads a block: the plain form in half as many, larger blocks.
// Costs: as va_naive_256; a block's place on the SM comes free only when its last warp has ended.
// judge: rung 2

#include <cuda_runtime.h>

constexpr int block_size = 512;

__global__ void add(const float* A, const float* B, float* C, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int blocks = (N + block_size - 1) / block_size;
    add<<<blocks, block_size>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
