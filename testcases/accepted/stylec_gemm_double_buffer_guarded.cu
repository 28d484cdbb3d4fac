// exam: problem=gemm-f32 verdict=accepted
// 64 x 64 x 16 tiles, two shared buffers in turn, 4 x 4 results per thread.
#include <cuda_runtime.h>

static const int BM = 64, BN = 64, BK = 16;

__global__ void __launch_bounds__(256)
sgemm(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ C, int M, int N, int K)
{
    __shared__ __align__(16) float As[2][BK][BM + 4];
    __shared__ __align__(16) float Bs[2][BK][BN];

    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
    const int row0 = blockIdx.y * BM, col0 = blockIdx.x * BN;
    float a_next[4], b_next[4];
    float acc[4][4] = {{0.f}};

#define FETCH(k0)                                                                              \
    for (int i = 0; i < 4; ++i) {                                                              \
        int ar = row0 + ty + 16 * i, ac = (k0) + tx;                                           \
        a_next[i] = (ar < M && ac < K) ? A[(size_t)ar * K + ac] : 0.f;                         \
        int br = (k0) + threadIdx.x / 64 + 4 * i, bc = col0 + threadIdx.x % 64;                \
        b_next[i] = (br < K && bc < N) ? B[(size_t)br * N + bc] : 0.f;                         \
    }
#define STORE(buf)                                                                             \
    for (int i = 0; i < 4; ++i) {                                                              \
        As[buf][tx][ty + 16 * i] = a_next[i];                                                  \
        Bs[buf][threadIdx.x / 64 + 4 * i][threadIdx.x % 64] = b_next[i];                       \
    }

    FETCH(0);
    STORE(0);
    __syncthreads();

    int cur = 0;
    for (int k0 = 0; k0 < K; k0 += BK, cur ^= 1) {
        const bool more = k0 + BK < K;
        if (more) { FETCH(k0 + BK); }
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            float4 a = *(const float4 *)&As[cur][k][ty * 4];
            float4 b = *(const float4 *)&Bs[cur][k][tx * 4];
            const float av[4] = {a.x, a.y, a.z, a.w};
            const float bv[4] = {b.x, b.y, b.z, b.w};
#pragma unroll
            for (int i = 0; i < 4; ++i)
#pragma unroll
                for (int j = 0; j < 4; ++j)
                    acc[i][j] = fmaf(av[i], bv[j], acc[i][j]);
        }
        if (more) {
            STORE(cur ^ 1);
            __syncthreads();
        }
    }

    for (int i = 0; i < 4; ++i) {
        int r = row0 + ty * 4 + i;
        if (r >= M) break;
        for (int j = 0; j < 4; ++j) {
            int c = col0 + tx * 4 + j;
            if (c < N) C[(size_t)r * N + c] = acc[i][j];
        }
    }
}

extern "C" void solve(const float *A, const float *B, float *C, int M, int N, int K)
{
    dim3 grid((N + BN - 1) / BN, (M + BM - 1) / BM);
    sgemm<<<grid, 256>>>(A, B, C, M, N, K);
}
