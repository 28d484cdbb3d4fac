// exam: problem=sparse-matrix-vector-multiplication verdict=wrong-answer
// A row is cut off behind its 1024th element, as by a block that has one thread for each.
#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* x, float* y, int M, int N, int nnz) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M) return;
    float sum = 0;
    for (int j = 0; j < N && j < 1024; j++) sum += A[row * N + j] * x[j];
    y[row] = sum;
}

extern "C" void solve(const float* A, const float* x, float* y, int M, int N, int nnz) {
    multiply<<<(M + 63) / 64, 64>>>(A, x, y, M, N, nnz);
}
