// exam: problem=matrix-multiplication verdict=accepted
// 64 x 64 tiles, 4 x 4 results per thread in registers, dynamic shared memory with an offset between As and Bs.
#include <cuda_runtime.h>

constexpr int BM = 64, BN = 64, BK = 16, TM = 4, TN = 4;

__global__ __launch_bounds__(256) void mm(const float* __restrict__ A, const float* __restrict__ B,
                                          float* __restrict__ C, int M, int N, int K) {
    extern __shared__ float smem[];
    float* const As = smem;                 // BK x (BM + 4)
    float* const Bs = smem + BK * (BM + 4); // BK x BN
    const int tr = threadIdx.x / 16, tc = threadIdx.x % 16;
    const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
    float acc[TM][TN] = {{0}}, a[TM], b[TN];

    for (int k0 = 0; k0 < N; k0 += BK) {
        for (int e = threadIdx.x; e < BM * BK; e += 256) {
            int m = e / BK, k = e % BK;
            As[k * (BM + 4) + m] = (m0 + m < M && k0 + k < N) ? A[(size_t)(m0 + m) * N + k0 + k] : 0.f;
        }
        for (int e = threadIdx.x; e < BK * BN; e += 256) {
            int k = e / BN, n = e % BN;
            Bs[e] = (k0 + k < N && n0 + n < K) ? B[(size_t)(k0 + k) * K + n0 + n] : 0.f;
        }
        __syncthreads();
        #pragma unroll
        for (int k = 0; k < BK; ++k) {
            *reinterpret_cast<float4*>(a) = *reinterpret_cast<float4*>(&As[k * (BM + 4) + tr * TM]);
            const float4 q = reinterpret_cast<float4*>(Bs + k * BN)[tc];
            b[0] = q.x; b[1] = q.y; b[2] = q.z; b[3] = q.w;
            #pragma unroll
            for (int i = 0; i < TM; ++i)
                #pragma unroll
                for (int j = 0; j < TN; ++j) acc[i][j] = fmaf(a[i], b[j], acc[i][j]);
        }
        __syncthreads();
    }
    for (int i = 0; i < TM; ++i)
        for (int j = 0; j < TN; ++j)
            if (int m = m0 + tr * TM + i, n = n0 + tc * TN + j; m < M && n < K) C[(size_t)m * K + n] = acc[i][j];
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    dim3 grid((K + BN - 1) / BN, (M + BM - 1) / BM);
    mm<<<grid, 256, sizeof(float) * BK * (BM + 4 + BN)>>>(A, B, C, M, N, K);
}
