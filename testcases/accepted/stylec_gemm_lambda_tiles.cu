// exam: problem=gemm-f32 verdict=accepted
#include <cuda_runtime.h>

template <int TM = 32, int TN = 16, int TK = 24>
__global__ void tiled(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K)
{
    __shared__ float a[TM][TK + 1];
    __shared__ float b[TK][TN];
    const int i = threadIdx.y, j = threadIdx.x;
    const int row0 = blockIdx.x * TM, col0 = blockIdx.y * TN;
    const int rank = i * TN + j;
    float sum = 0.f;

    // fetches one slice of both operands; the barrier belongs to it
    auto fetch = [&](int k0) {
        for (int e = rank; e < TM * TK; e += TM * TN) {
            const int r = e / TK, k = e % TK;
            a[r][k] = (row0 + r < M && k0 + k < K) ? A[(row0 + r) * K + k0 + k] : 0.f;
        }
        for (int e = rank; e < TK * TN; e += TM * TN) {
            const int k = e / TN, c = e % TN;
            b[k][c] = (k0 + k < K && col0 + c < N) ? B[(k0 + k) * N + col0 + c] : 0.f;
        }
        __syncthreads();
    };
    auto consume = [&, i, j](float acc) {
#pragma unroll
        for (int k = 0; k < TK; ++k) acc = fmaf(a[i][k], b[k][j], acc);
        __syncthreads();
        return acc;
    };

    for (int k0 = 0; k0 < K; k0 += TK) {
        fetch(k0);
        sum = consume(sum);
    }
    if (row0 + i < M && col0 + j < N) C[(row0 + i) * N + col0 + j] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
    dim3 grid((M + 31) / 32, (N + 15) / 16);
    tiled<><<<grid, dim3(16, 32)>>>(A, B, C, M, N, K);
}
