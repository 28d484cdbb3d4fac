// A grid of 16 x 16 tiles, one element a thread.
// Costs: two bounds and an index from two products for each 12 bytes; tiles at the edges are partly idle.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < N && col < N) C[row * N + col] = A[row * N + col] + B[row * N + col];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    dim3 block(16, 16);
    dim3 grid((N + 15) / 16, (N + 15) / 16);
    add<<<grid, block>>>(A, B, C, N);
    cudaDeviceSynchronize();
}
