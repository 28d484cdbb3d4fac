// exam: problem=fp16-batched-matrix-multiplication verdict=wrong-answer
// Each matrix of B is taken to be N x K, stored transposed.
#include <cuda_fp16.h>

__global__ void multiply(const half* A, const half* B, half* C, int M, int N, int K) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y, b = blockIdx.z;
    if (row >= M || col >= N) return;
    float sum = 0;
    for (int k = 0; k < K; k++) sum += __half2float(A[(b * M + row) * K + k]) * __half2float(B[(b * N + col) * K + k]);
    C[(b * M + row) * N + col] = __float2half(sum);
}

extern "C" void solve(const half* A, const half* B, half* C, int BATCH, int M, int N, int K) {
    multiply<<<dim3((N + 15) / 16, (M + 15) / 16, BATCH), dim3(16, 16)>>>(A, B, C, M, N, K);
}
