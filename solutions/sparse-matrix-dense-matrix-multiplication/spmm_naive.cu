// One thread for each element of C; where A's element is zero, B's is not loaded. All threads of a warp work on the same row
// of A, so they agree on that.
// Costs: one or two loads from the caches for each element of A's row.
// judge: rung 1

#include <cuda_runtime.h>

__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= M || col >= K) return;
    float sum = 0.0f;
    for (int n = 0; n < N; n++) {
        float a = A[(size_t)row * N + n];
        if (a != 0.0f) sum += a * B[(size_t)n * K + col];
    }
    C[(size_t)row * K + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K, int nnz) {
    dim3 block(32, 8);
    dim3 grid((K + 31) / 32, (M + 7) / 8);
    multiply<<<grid, block>>>(A, B, C, M, N, K);
}
