// exam: problem=sparse-matrix-vector-multiplication verdict=wrong-answer
// Each row stops after nnz / M elements that are not zero, as if all rows had equally many.
#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* x, float* y, int M, int N, int nnz) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M) return;
    float sum = 0;
    int left = (nnz + M - 1) / M;
    for (int j = 0; j < N && left > 0; j++) {
        float a = A[row * N + j];
        if (a == 0) continue;
        sum += a * x[j];
        left--;
    }
    y[row] = sum;
}

extern "C" void solve(const float* A, const float* x, float* y, int M, int N, int nnz) {
    multiply<<<(M + 63) / 64, 64>>>(A, x, y, M, N, nnz);
}
