// exam: problem=gemm-f32 verdict=accepted
// Three stages of shared memory in flight, by the primitives of cuda_pipeline.h; the ring is a class with an index of its own.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

template <class Stage, int Depth>
struct Ring
{
    Stage (&stages)[Depth];
    int head = 0, tail = 0;
    __device__ Stage& push() { Stage& s = stages[head]; head = (head + 1) % Depth; return s; }
    __device__ Stage& pop()  { Stage& s = stages[tail]; tail = (tail + 1) % Depth; return s; }
};

template <int BM, int BN, int BK>
struct GemmStage
{
    float a[BM][BK];
    float b[BK][BN];

    __device__ void fetch(const float* A, const float* B, int M, int N, int K, int m0, int n0, int k0, int tid, int threads)
    {
        for (int e = tid; e < BM * BK; e += threads)
        {
            const int m = e / BK, k = e % BK;
            if (m0 + m < M && k0 + k < K) __pipeline_memcpy_async(&a[m][k], A + (m0 + m) * K + k0 + k, sizeof(float));
            else a[m][k] = 0.0f;
        }
        for (int e = tid; e < BK * BN; e += threads)
        {
            const int k = e / BN, n = e % BN;
            if (k0 + k < K && n0 + n < N) __pipeline_memcpy_async(&b[k][n], B + (k0 + k) * N + n0 + n, sizeof(float));
            else b[k][n] = 0.0f;
        }
    }
};

template <int BM, int BN, int BK, int DEPTH>
__global__ void gemmPipelined(const float* A, const float* B, float* C, int M, int N, int K)
{
    using Stage = GemmStage<BM, BN, BK>;
    __shared__ Stage stages[DEPTH];
    Ring<Stage, DEPTH> ring{stages};
    const int threads = blockDim.x * blockDim.y, tid = threadIdx.y * blockDim.x + threadIdx.x;
    const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
    int next = 0;
    auto fetchNext = [&] {
        if (next < K) ring.push().fetch(A, B, M, N, K, m0, n0, next, tid, threads);
        next += BK;
        __pipeline_commit();
    };
    for (int s = 0; s < DEPTH - 1; ++s) fetchNext();

    float sums[2][2] = {{0, 0}, {0, 0}};
    for (int k0 = 0; k0 < K; k0 += BK)
    {
        __pipeline_wait_prior(DEPTH - 2);
        __syncthreads();
        const Stage& now = ring.pop();
        for (int k = 0; k < BK; ++k)
            for (int i = 0; i < 2; ++i)
                for (int j = 0; j < 2; ++j)
                    sums[i][j] += now.a[threadIdx.y + i * BM / 2][k] * now.b[k][threadIdx.x + j * BN / 2];
        __syncthreads();
        fetchNext();
    }
    __pipeline_wait_prior(0);
    for (int i = 0; i < 2; ++i)
        for (int j = 0; j < 2; ++j)
        {
            const int row = m0 + threadIdx.y + i * BM / 2, col = n0 + threadIdx.x + j * BN / 2;
            if (row < M && col < N) C[row * N + col] = sums[i][j];
        }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
    gemmPipelined<32, 32, 16, 3><<<dim3((N + 31) / 32, (M + 31) / 32), dim3(16, 16)>>>(A, B, C, M, N, K);
}
