// exam: problem=gemm-f32 verdict=accepted
#include <cuda_runtime.h>

#define LOAD8(dst, src, step) \
    dst##0 = (src)[0]; dst##1 = (src)[step]; dst##2 = (src)[2 * step]; dst##3 = (src)[3 * step]; \
    dst##4 = (src)[4 * step]; dst##5 = (src)[5 * step]; dst##6 = (src)[6 * step]; dst##7 = (src)[7 * step]
#define ROW(i) \
    c[i][0] += a##i * b0; c[i][1] += a##i * b1; c[i][2] += a##i * b2; c[i][3] += a##i * b3; \
    c[i][4] += a##i * b4; c[i][5] += a##i * b5; c[i][6] += a##i * b6; c[i][7] += a##i * b7;

// 128 x 128 results per block of 16 x 16 threads, each 8 x 8 of them, 16 apart.
template <int KT, bool EDGE>
__global__ void __launch_bounds__(256, 2) sgemm128(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float sA[KT][128 + 1];
    __shared__ float sB[KT][128];
    const int tid = threadIdx.y * 16 + threadIdx.x;
    const int r0 = blockIdx.y << 7, c0 = blockIdx.x << 7;
    float c[8][8];
#pragma unroll
    for (int i = 0; i < 64; ++i) c[i >> 3][i & 7] = 0.f;

    for (int k0 = 0; k0 < K; k0 += KT) {
#pragma unroll
        for (int e = tid; e < 128 * KT; e += 256) {
            int r = e / KT, k = e % KT;
            sA[k][r] = !EDGE || (r0 + r < M && k0 + k < K) ? A[(r0 + r) * K + k0 + k] : 0.f;
        }
#pragma unroll
        for (int e = tid; e < 128 * KT; e += 256) {
            int k = e >> 7, n = e & 127;
            sB[k][n] = !EDGE || (k0 + k < K && c0 + n < N) ? B[(k0 + k) * N + c0 + n] : 0.f;
        }
        __syncthreads();
#pragma unroll
        for (int k = 0; k < KT; ++k) {
            float a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7;
            LOAD8(a, &sA[k][threadIdx.y], 16);
            LOAD8(b, &sB[k][threadIdx.x], 16);
            ROW(0) ROW(1) ROW(2) ROW(3) ROW(4) ROW(5) ROW(6) ROW(7)
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
#pragma unroll
        for (int j = 0; j < 8; ++j) {
            int row = r0 + threadIdx.y + 16 * i, col = c0 + threadIdx.x + 16 * j;
            if (!EDGE || (row < M && col < N)) C[row * N + col] = c[i][j];
        }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    dim3 grid((N + 127) / 128, (M + 127) / 128), block(16, 16);
    bool edge = M % 128 || N % 128 || K % 8;
    auto kernel = edge ? sgemm128<8, true> : sgemm128<8, false>;
    kernel<<<grid, block>>>(A, B, C, M, N, K);
}
