// exam: problem=sparse-matrix-vector-multiplication verdict=wrong-answer
// The row's end behind the last whole group of four is left out.
#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* x, float* y, int M, int N, int nnz) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M) return;
    float sum = 0;
    for (int j = 0; j + 4 <= N; j += 4)
        for (int k = j; k < j + 4; k++) sum += A[row * N + k] * x[k];
    y[row] = sum;
}

extern "C" void solve(const float* A, const float* x, float* y, int M, int N, int nnz) {
    multiply<<<(M + 63) / 64, 64>>>(A, x, y, M, N, nnz);
}
