// exam: problem=gemm-f32 verdict=wrong-answer
#include <cuda_runtime.h>
#define TILE 32

__global__ void matmul(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float sA[TILE][TILE];
    __shared__ float sB[TILE][TILE];

    int row = blockIdx.y * TILE + threadIdx.y;
    int col = blockIdx.x * TILE + threadIdx.x;
    float value = 0;

    for (int ph = 0; ph < (K + TILE - 1) / TILE; ph++) {
        if (row < M && ph * TILE + threadIdx.x < K)
            sA[threadIdx.y][threadIdx.x] = A[row * K + ph * TILE + threadIdx.x];
        else
            sA[threadIdx.y][threadIdx.x] = 0.0f;

        if (col < N && ph * TILE + threadIdx.y < K)
            sB[threadIdx.y][threadIdx.x] = B[(ph * TILE + threadIdx.y) * N + col];
        else
            sB[threadIdx.y][threadIdx.x] = 0.0f;

        __syncthreads();

        for (int k = 0; k < TILE; k++) value += sA[threadIdx.y][k] * sB[k][threadIdx.x];
    }

    if (row < M && col < N) C[row * N + col] = value;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    dim3 threadsPerBlock(TILE, TILE);
    dim3 blocksPerGrid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    matmul<<<blocksPerGrid, threadsPerBlock>>>(A, B, C, M, N, K);
    cudaDeviceSynchronize();
}
