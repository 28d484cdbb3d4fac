// exam: problem=gemm-f32 verdict=runtime-error
// exam: says "the launch"
// 40 KiB static and 16 KiB dynamic: each is less than 48, both are more, and nobody called cudaFuncSetAttribute().
#include <cuda_runtime.h>

__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float a[16][640];
    extern __shared__ float b[];   // 16 columns of 256
    const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
    float sum = 0;
    for (int k0 = 0; k0 < K; k0 += 256) {
        for (int k = x; k < 256; k += 16) a[y][k] = row < M && k0 + k < K ? A[row * K + k0 + k] : 0.f;
        for (int k = y; k < 256; k += 16) b[k * 16 + x] = col < N && k0 + k < K ? B[(k0 + k) * N + col] : 0.f;
        __syncthreads();
        for (int k = 0; k < 256; ++k) sum += a[y][k] * b[k * 16 + x];
        __syncthreads();
    }
    if (row < M && col < N) C[row * N + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    gemm<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16), 256 * 16 * sizeof(float)>>>(A, B, C, M, N, K);
}
