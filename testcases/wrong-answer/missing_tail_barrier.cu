// exam: problem=matrix-multiplication verdict=wrong-answer only=emulated size=small
// exam: says "race in shared memory"
// exam: says "at the end of the loop's body, before line "
// exam: says "how far the warps of a block run apart"
// exam: never says "Use an atomic"
// The next tile overwrites the shared ones before all have read them. Where the threads of a block run one after the other up to the end of
// the loop's body it is right; warps of a GPU drift apart while they read a tile.

#include <cuda_runtime.h>

constexpr int T = 16;

__global__ void multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float a[T][T], b[T][T];
    int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
    float sum = 0.0f;
    for (int first = 0; first < N; first += T) {
        int x = first + threadIdx.x, y = first + threadIdx.y;
        a[threadIdx.y][threadIdx.x] = row < M && x < N ? A[row * N + x] : 0.0f;  // exam: here
        b[threadIdx.y][threadIdx.x] = y < N && col < K ? B[y * K + col] : 0.0f;
        __syncthreads();
        for (int k = 0; k < T; k++) sum += a[threadIdx.y][k] * b[k][threadIdx.x];
    }
    if (row < M && col < K) C[row * K + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    dim3 block(T, T), grid((K + T - 1) / T, (M + T - 1) / T);
    multiply<<<grid, block>>>(A, B, C, M, N, K);
    cudaDeviceSynchronize();
}
