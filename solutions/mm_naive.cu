// One thread for each element of C, with neighbouring lanes on neighbouring columns.
// Costs: two loads for each multiply-add. The lanes of a warp share the element of A and read B side by side, so the
// caches carry it all, and they are the limit: nothing that is loaded is used twice by the thread that loaded it.
// Expect: a tenth of what the chip multiplies, or less.
// judge: rung 1

#include <cuda_runtime.h>

constexpr int block_cols = 32, block_rows = 8;

__global__ void multiply(const float* A, const float* B, float* C, int rows, int cols, int depth) {
    int col = blockIdx.x * block_cols + threadIdx.x;
    int row = blockIdx.y * block_rows + threadIdx.y;
    if (row >= rows || col >= cols) return;
    float sum = 0.0f;
    for (int k = 0; k < depth; k++) sum += A[row * depth + k] * B[k * cols + col];
    C[row * cols + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    dim3 block(block_cols, block_rows);
    dim3 grid((K + block_cols - 1) / block_cols, (M + block_rows - 1) / block_rows);
    multiply<<<grid, block>>>(A, B, C, M, K, N);
}
