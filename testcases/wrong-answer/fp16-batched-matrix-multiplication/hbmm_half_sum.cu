// exam: problem=fp16-batched-matrix-multiplication verdict=wrong-answer
// The running sum is kept in half precision.
#include <cuda_fp16.h>

__global__ void multiply(const half* A, const half* B, half* C, int M, int N, int K) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y, b = blockIdx.z;
    if (row >= M || col >= N) return;
    half sum = __float2half(0.0f);
    for (int k = 0; k < K; k++) sum = __hfma(A[(b * M + row) * K + k], B[(b * K + k) * N + col], sum);
    C[(b * M + row) * N + col] = sum;
}

extern "C" void solve(const half* A, const half* B, half* C, int BATCH, int M, int N, int K) {
    multiply<<<dim3((N + 15) / 16, (M + 15) / 16, BATCH), dim3(16, 16)>>>(A, B, C, M, N, K);
}
