// exam: problem=fp16-batched-matrix-multiplication verdict=wrong-answer
// A batch's matrix of A is looked for at multiples of M * N.
#include <cuda_fp16.h>

__global__ void multiply(const half* A, const half* B, half* C, int M, int N, int K) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y, b = blockIdx.z;
    if (row >= M || col >= N) return;
    float sum = 0;
    int begin = b * M * N % (gridDim.z * M * K - M * K + 1);
    for (int k = 0; k < K; k++) sum += __half2float(A[begin + row * K + k]) * __half2float(B[(b * K + k) * N + col]);
    C[(b * M + row) * N + col] = __float2half(sum);
}

extern "C" void solve(const half* A, const half* B, half* C, int BATCH, int M, int N, int K) {
    multiply<<<dim3((N + 15) / 16, (M + 15) / 16, BATCH), dim3(16, 16)>>>(A, B, C, M, N, K);
}
