// exam: problem=batched-matrix-multiplication verdict=wrong-answer
// Every product takes the first matrix of B.
#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y, b = blockIdx.z;
    if (row >= M || col >= N) return;
    float sum = 0;
    for (int k = 0; k < K; k++) sum += A[(b * M + row) * K + k] * B[k * N + col];
    C[(b * M + row) * N + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int BATCH, int M, int N, int K) {
    multiply<<<dim3((N + 15) / 16, (M + 15) / 16, BATCH), dim3(16, 16)>>>(A, B, C, M, N, K);
}
