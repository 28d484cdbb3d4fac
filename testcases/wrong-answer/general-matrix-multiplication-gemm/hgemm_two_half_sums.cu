// exam: problem=general-matrix-multiplication-gemm verdict=wrong-answer
// The two running sums, of even and odd k, are kept in half precision.
#include <cuda_fp16.h>

__global__ void gemm(const half* A, const half* B, half* C, int M, int N, int K, float alpha, float beta) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= M || col >= N) return;
    half even = __float2half(0.0f), odd = even;
    for (int k = 0; k < K; k++) {
        half& part = k % 2 ? odd : even;
        part = __hfma(A[row * K + k], B[k * N + col], part);
    }
    half sum = __hadd(even, odd);
    C[row * N + col] = __float2half(alpha * __half2float(sum) + beta * __half2float(C[row * N + col]));
}

extern "C" void solve(const half* A, const half* B, half* C, int M, int N, int K, float alpha, float beta) {
    gemm<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K, alpha, beta);
}
