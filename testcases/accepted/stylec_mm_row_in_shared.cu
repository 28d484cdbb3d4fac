// exam: problem=matrix-multiplication verdict=accepted
// A block takes two rows of A into shared memory and goes over the columns; work is handed out by an atomic counter.
#include <cuda_runtime.h>

__device__ unsigned int next_job;

__global__ void reset_jobs() { next_job = 0u; }

__global__ void rows_times_matrix(const float *A, const float *B, float *C, int M, int N, int K)
{
    extern __shared__ float2 rows[];
    __shared__ unsigned int job;

    const unsigned int strips = (K + blockDim.x - 1) / blockDim.x;
    const unsigned int jobs = strips * ((M + 1) / 2);
    int loaded = -1;

    for (;;) {
        __syncthreads();
        if (threadIdx.x == 0)
            job = atomicAdd(&next_job, 1u);
        __syncthreads();
        if (job >= jobs)
            return;

        const int row = job / strips * 2;
        const int col = job % strips * blockDim.x + threadIdx.x;
        const bool two = row + 1 < M;
        if (row != loaded) {
            for (int i = threadIdx.x; i < N; i += blockDim.x)
                rows[i] = make_float2(A[(size_t)row * N + i], two ? A[(size_t)(row + 1) * N + i] : 0.0f);
            loaded = row;
        }
        __syncthreads();

        if (col < K) {
            float2 sum = {0.0f, 0.0f};
            const float *b = B + col;
#pragma unroll 8
            for (int i = 0; i < N; i++, b += K) {
                const float x = *b;
                sum.x += rows[i].x * x;
                sum.y += rows[i].y * x;
            }
            C[(size_t)row * K + col] = sum.x;
            if (two)
                C[(size_t)(row + 1) * K + col] = sum.y;
        }
    }
}

extern "C" void solve(const float *A, const float *B, float *C, int M, int N, int K)
{
    const size_t bytes = sizeof(float2) * N;
    cudaFuncSetAttribute(rows_times_matrix, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes);
    int blocks = (M + 1) / 2 * ((K + 255) / 256);
    if (blocks > 396)
        blocks = 396;
    reset_jobs<<<1, 1>>>();
    rows_times_matrix<<<blocks, 256, bytes>>>(A, B, C, M, N, K);
}
