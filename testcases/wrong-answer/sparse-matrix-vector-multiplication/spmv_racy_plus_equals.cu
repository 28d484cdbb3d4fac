// exam: problem=sparse-matrix-vector-multiplication verdict=wrong-answer
// y[row] += from many threads without an atomic: most additions are lost.
#include <cuda_runtime.h>
__global__ void spmv(const float* A, const float* x, float* y, int M, int N) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row < M && col < N) {
        float a = A[row * N + col];
        if (a != 0.0f) y[row] += a * x[col];
    }
}
extern "C" void solve(const float* A, const float* x, float* y, int M, int N, int nnz) {
    dim3 b(32, 8), g((N + 31) / 32, (M + 7) / 8);
    spmv<<<g, b>>>(A, x, y, M, N);
    cudaDeviceSynchronize();
}
