// exam: problem=vector-addition verdict=accepted finding=none
// A lock that atomicCAS() takes and a volatile store behind a fence gives back.

#include <cuda_runtime.h>

__device__ int lock = 0;

__global__ void add(const float* A, const float* B, float* C, int* blocks, int N) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < N) C[i] = A[i] + B[i];
    if (threadIdx.x != 0) return;
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence();
    *blocks = *blocks + 1;
    __threadfence();
    *static_cast<volatile int*>(&lock) = 0;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int* blocks;
    cudaMalloc(&blocks, sizeof(int));
    cudaMemset(blocks, 0, sizeof(int));
    add<<<(N + 127) / 128, 128>>>(A, B, C, blocks, N);
    cudaDeviceSynchronize();
    cudaFree(blocks);
}
