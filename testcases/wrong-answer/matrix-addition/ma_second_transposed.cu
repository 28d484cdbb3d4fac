// exam: problem=matrix-addition verdict=wrong-answer
// Row and column are exchanged in B.

#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
    int col = blockIdx.x * 16 + threadIdx.x;
    int row = blockIdx.y * 16 + threadIdx.y;
    if (row < N && col < N) C[row * N + col] = A[row * N + col] + B[col * N + row];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
    int tiles = (N + 15) / 16;
    add<<<dim3(tiles, tiles), dim3(16, 16)>>>(A, B, C, N);
}
