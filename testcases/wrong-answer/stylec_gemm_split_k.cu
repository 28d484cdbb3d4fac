// exam: problem=gemm-f32 verdict=wrong-answer
// split-K: grid.z slices of the inner dimension, summed with atomics, keeps the GPU busy for small matrices
#include <cuda_runtime.h>

#define BLK 16
#define SPLITS 4

__global__ void gemm_splitk(const float *A, const float *B, float *C, int M, int N, int K, int kper)
{
    __shared__ float As[BLK][BLK], Bs[BLK][BLK];
    int tx = threadIdx.x, ty = threadIdx.y;
    int r = blockIdx.y * BLK + ty, c = blockIdx.x * BLK + tx;
    int kbeg = blockIdx.z * kper;
    int kend = kbeg + kper;
    if (kend > K) kend = K;
    if (kbeg >= kend) return;                   // an empty slice, for the whole block

    float acc = 0.0f;
    for (int k = kbeg; k < kend; k += BLK) {
        As[ty][tx] = (r < M && k + tx < kend) ? A[(size_t)r * K + k + tx] : 0.0f;
        Bs[ty][tx] = (c < N && k + ty < kend) ? B[(size_t)(k + ty) * N + c] : 0.0f;
        __syncthreads();
        for (int q = 0; q < BLK; q++)
            acc += As[ty][q] * Bs[q][tx];
        __syncthreads();
    }
    if (r < M && c < N)
        atomicAdd(&C[(size_t)r * N + c], acc);
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
    int kper = ((K + SPLITS - 1) / SPLITS + BLK - 1) / BLK * BLK;
    dim3 block(BLK, BLK);
    dim3 grid((N + BLK - 1) / BLK, (M + BLK - 1) / BLK, SPLITS);
    gemm_splitk<<<grid, block>>>(A, B, C, M, N, K, kper);
}
