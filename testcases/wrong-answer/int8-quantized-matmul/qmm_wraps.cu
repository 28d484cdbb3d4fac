// exam: problem=int8-quantized-matmul verdict=wrong-answer
// Nothing is clamped: the low eight bits are kept.
#include <cuda_runtime.h>

#include <cstdint>

__global__ void multiply(const int8_t* A, const int8_t* B, int8_t* C, int M, int N, int K, float f, int za, int zb, int zc) {
    int col = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
    if (row >= M || col >= N) return;
    int sum = 0;
    for (int k = 0; k < K; k++) sum += (A[row * K + k] - za) * (B[k * N + col] - zb);
    C[row * N + col] = (int8_t)(int)(rintf(sum * f) + zc);
}

extern "C" void solve(const int8_t* A, const int8_t* B, int8_t* C, int M, int N, int K, float scale_A, float scale_B,
                      float scale_C, int zero_point_A, int zero_point_B, int zero_point_C) {
    multiply<<<dim3((N + 15) / 16, (M + 15) / 16), dim3(16, 16)>>>(A, B, C, M, N, K, scale_A * scale_B / scale_C,
                                                                   zero_point_A, zero_point_B, zero_point_C);
}
