// An element a thread in a grid of 16 x 16 tiles; two divisions find the scale.
// Costs: divisions by a number that is not known when compiled; 8 bytes a thread.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void dequantize(const float* X, const float* S, float* Y, int M, int N, int TILE_SIZE) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        int tiles = (N + TILE_SIZE - 1) / TILE_SIZE;
        float scale = S[(row / TILE_SIZE) * tiles + col / TILE_SIZE];
        Y[row * N + col] = X[row * N + col] * scale;
    }
}

extern "C" void solve(const float* X, const float* S, float* Y, int M, int N, int TILE_SIZE) {
    dim3 block(16, 16);
    dim3 grid((N + 15) / 16, (M + 15) / 16);
    dequantize<<<grid, block>>>(X, S, Y, M, N, TILE_SIZE);
    cudaDeviceSynchronize();
}
