// One thread for each row.
// Costs: the threads of a warp read numbers that lie a whole row apart, so each load takes a sector of 32 bytes of its own;
// and there are no more threads than rows.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* x, float* y, int M, int N) {
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= M) return;
    float sum = 0.0f;
    for (int j = 0; j < N; j++) {
        float a = A[(size_t)row * N + j];
        if (a != 0.0f) sum += a * x[j];
    }
    y[row] = sum;
}

extern "C" void solve(const float* A, const float* x, float* y, int M, int N, int nnz) {
    multiply<<<(M + 127) / 128, 128>>>(A, x, y, M, N);
}
