// exam: problem=matrix-copy verdict=wrong-answer
// Writes the transposed matrix.

#include <cuda_runtime.h>

__global__ void copy(const float* A, float* B, int N) {
    int col = blockIdx.x * 16 + threadIdx.x;
    int row = blockIdx.y * 16 + threadIdx.y;
    if (row < N && col < N) B[col * N + row] = A[row * N + col];
}

extern "C" void solve(const float* A, float* B, int N) {
    int tiles = (N + 15) / 16;
    copy<<<dim3(tiles, tiles), dim3(16, 16)>>>(A, B, N);
}
