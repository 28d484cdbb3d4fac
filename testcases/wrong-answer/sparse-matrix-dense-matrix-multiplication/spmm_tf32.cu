// exam: problem=sparse-matrix-dense-matrix-multiplication verdict=wrong-answer
// Both factors are cut to the ten bits of TF32.
#include <cuda_runtime.h>

__device__ float cut(float value) { return __uint_as_float((__float_as_uint(value) + 0x1000u) & 0xffffe000u); }

__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K, int nnz) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= M || col >= K) return;
    float sum = 0;
    for (int n = 0; n < N; n++) sum += cut(A[row * N + n]) * cut(B[n * K + col]);
    C[row * K + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K, int nnz) {
    multiply<<<dim3((K + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K, nnz);
}
