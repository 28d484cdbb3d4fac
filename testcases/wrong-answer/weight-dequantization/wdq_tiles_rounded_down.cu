// exam: problem=weight-dequantization verdict=wrong-answer
// Counts the whole tiles of a row only: right where N is a multiple of TILE_SIZE.

#include <cuda_runtime.h>

__global__ void dequantize(const float* X, const float* S, float* Y, int M, int N, int TILE_SIZE) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= M || col >= N) return;
    int tiles = N / TILE_SIZE;
    Y[row * N + col] = X[row * N + col] * S[row / TILE_SIZE * tiles + col / TILE_SIZE];
}

extern "C" void solve(const float* X, const float* S, float* Y, int M, int N, int TILE_SIZE) {
    dequantize<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(X, S, Y, M, N, TILE_SIZE);
}
