// exam: problem=sparse-matrix-vector-multiplication verdict=wrong-answer
// Gives a NaN unless exactly nnz elements are not zero.

#include <cuda_runtime.h>
__global__ void multiply(const float* A, const float* x, float* y, int M, int N, int nnz) {
    if (threadIdx.x || blockIdx.x) return;
    int seen = 0;
    for (int i = 0; i < M; i++) {
        float sum = 0;
        for (int j = 0; j < N; j++) if (A[(size_t)i * N + j] != 0) { sum += A[(size_t)i * N + j] * x[j]; seen++; }
        y[i] = sum;
    }
    if (seen != nnz) y[M - 1] = NAN;
}
extern "C" void solve(const float* A, const float* x, float* y, int M, int N, int nnz) { multiply<<<1, 32>>>(A, x, y, M, N, nnz); }
