// exam: problem=sparse-matrix-dense-matrix-multiplication verdict=wrong-answer
// Only elements above zero are taken for given.
#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K, int nnz) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= M || col >= K) return;
    float sum = 0;
    for (int n = 0; n < N; n++)
        if (A[row * N + n] > 0) sum += A[row * N + n] * B[n * K + col];
    C[row * K + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K, int nnz) {
    multiply<<<dim3((K + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K, nnz);
}
