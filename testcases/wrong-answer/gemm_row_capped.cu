// exam: problem=gemm-f32 verdict=wrong-answer size=full sample=no
// exam: says "long sums"
// A row of A is kept in shared memory, as far as 4,096 elements of it.

#include <cuda_runtime.h>

constexpr int k_most = 4096, k_threads = 128;

__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float row[k_most];
    int kept = K < k_most ? K : k_most;
    for (int k = threadIdx.x; k < kept; k += k_threads) row[k] = A[blockIdx.y * K + k];
    __syncthreads();
    int col = blockIdx.x * k_threads + threadIdx.x;
    if (col >= N) return;
    float sum = 0.0f;
    for (int k = 0; k < kept; k++) sum += row[k] * B[k * N + col];
    C[blockIdx.y * N + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    multiply<<<dim3((N + k_threads - 1) / k_threads, M), k_threads>>>(A, B, C, M, N, K);
}
