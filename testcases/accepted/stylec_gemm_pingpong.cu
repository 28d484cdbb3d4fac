// exam: problem=gemm-f32 verdict=accepted
// 64x64x8 block tile, 4x4 per thread, two shared buffers, the next slice waits in registers over the barrier
#include <cuda_runtime.h>

constexpr int BM = 64, BN = 64, BK = 8, RM = 4, RN = 4;

struct Slice {
    float a[2], b[2];
    __device__ void load(const float* A, const float* B, int M, int N, int K, int m0, int n0, int k0, int t)
    {
#pragma unroll
        for (int u = 0; u < 2; ++u) {
            const int e = t + 256 * u;
            { const int m = m0 + e / BK, k = k0 + e % BK; a[u] = m < M && k < K ? A[(long long)m * K + k] : 0.f; }
            { const int k = k0 + e / BN, n = n0 + e % BN; b[u] = k < K && n < N ? B[(long long)k * N + n] : 0.f; }
        }
    }
};

struct alignas(16) Stage {
    float a[BK][BM + 4];
    float b[BK][BN];
    __device__ void put(const Slice& s, int t)
    {
        for (int u = 0; u < 2; ++u) {
            const int e = t + 256 * u;
            a[e % BK][e / BK] = s.a[u];
            b[e / BN][e % BN] = s.b[u];
        }
    }
};

__global__ __launch_bounds__(256, 2) void gemm(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ Stage stage[2];
    const int t = threadIdx.x, tx = t % 16, ty = t / 16;
    const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
    float acc[RM][RN] = {};
    Slice next;
    next.load(A, B, M, N, K, m0, n0, 0, t);
    stage[0].put(next, t);
    __syncthreads();

    int phase = 0, k0 = 0;
    bool more;
    do {
        k0 += BK;
        more = k0 < K;
        if (more) next.load(A, B, M, N, K, m0, n0, k0, t);
        const Stage& now = stage[phase];
#pragma unroll
        for (int k = 0; k < BK; ++k) {
            const float4 av = *reinterpret_cast<const float4*>(&now.a[k][ty * RM]);
            const float4 bv = *reinterpret_cast<const float4*>(&now.b[k][tx * RN]);
            const float x[RM] = {av.x, av.y, av.z, av.w}, y[RN] = {bv.x, bv.y, bv.z, bv.w};
            for (int i = 0; i < RM; ++i)
                for (int j = 0; j < RN; ++j) acc[i][j] += x[i] * y[j];
        }
        if (more) {
            phase ^= 1;
            stage[phase].put(next, t);
            __syncthreads();
        }
    } while (more);

    for (int i = 0; i < RM; ++i) {
        const int m = m0 + ty * RM + i;
        if (m >= M) break;
        for (int j = 0; j < RN; ++j)
            if (const int n = n0 + tx * RN + j; n < N) C[(long long)m * N + n] = acc[i][j];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
    gemm<<<dim3((N + BN - 1) / BN, (M + BM - 1) / BM), 256>>>(A, B, C, M, N, K);
}
