// A thread computes eight elements of a column of C: an element of B, once in a register, serves eight of A.
// Gains: nine loads from shared memory for eight multiply-adds, instead of sixteen.
// Costs: eight registers, and an eighth of the threads to hide latency with.
// Expect: two to three times gemm_tiled.
// judge: rung 3

#include <cuda_runtime.h>

constexpr int tile_m = 64, tile_n = 64, tile_k = 8;
constexpr int thread_m = 8;
constexpr int threads = tile_m * tile_n / thread_m;
static_assert(threads == tile_m * tile_k && threads == tile_k * tile_n, "each thread loads one element of either tile");

__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float tile_a[tile_m][tile_k], tile_b[tile_k][tile_n];
    int first_row = blockIdx.y * tile_m, first_col = blockIdx.x * tile_n;
    int my_col = threadIdx.x % tile_n, my_row = threadIdx.x / tile_n * thread_m;
    int a_row = threadIdx.x / tile_k, a_k = threadIdx.x % tile_k;
    int b_k = threadIdx.x / tile_n, b_col = threadIdx.x % tile_n;

    float sums[thread_m] = {};
    for (int begin = 0; begin < K; begin += tile_k) {
        int row = first_row + a_row, col = first_col + b_col;
        tile_a[a_row][a_k] = row < M && begin + a_k < K ? A[row * K + begin + a_k] : 0.0f;
        tile_b[b_k][b_col] = begin + b_k < K && col < N ? B[(begin + b_k) * N + col] : 0.0f;
        __syncthreads();
#pragma unroll
        for (int k = 0; k < tile_k; k++) {
            float b = tile_b[k][my_col];
#pragma unroll
            for (int i = 0; i < thread_m; i++) sums[i] += tile_a[my_row + i][k] * b;
        }
        __syncthreads();
    }

    int col = first_col + my_col;
#pragma unroll
    for (int i = 0; i < thread_m; i++) {
        int row = first_row + my_row + i;
        if (row < M && col < N) C[row * N + col] = sums[i];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    dim3 grid((N + tile_n - 1) / tile_n, (M + tile_m - 1) / tile_m);
    multiply<<<grid, threads>>>(A, B, C, M, N, K);
}
