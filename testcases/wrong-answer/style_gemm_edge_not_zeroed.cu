// exam: problem=gemm-f32 verdict=wrong-answer
// Threads outside K leave their place in the tile as it was, so the last, partial tile holds numbers of the one before.
#include <cuda_runtime.h>
#define TS 32

__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K)
{
    __shared__ float Asub[TS][TS];
    __shared__ float Bsub[TS][TS];
    const int row = threadIdx.y, col = threadIdx.x;
    const int globalRow = TS * blockIdx.y + row, globalCol = TS * blockIdx.x + col;
    Asub[row][col] = 1.0f;
    Bsub[row][col] = 1.0f;
    float acc = 0.0f;
    for (int t = 0; t < (K + TS - 1) / TS; t++) {
        if (globalRow < M && t * TS + col < K) Asub[row][col] = A[globalRow * K + t * TS + col];
        if (t * TS + row < K && globalCol < N) Bsub[row][col] = B[(t * TS + row) * N + globalCol];
        __syncthreads();
        for (int k = 0; k < TS; k++) acc += Asub[row][k] * Bsub[k][col];
        __syncthreads();
    }
    if (globalRow < M && globalCol < N) C[globalRow * N + globalCol] = acc;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K)
{
    gemm<<<dim3((N + TS - 1) / TS, (M + TS - 1) / TS), dim3(TS, TS)>>>(A, B, C, M, N, K);
}
