// exam: problem=matrix-multiplication verdict=runtime-error
// exam: says "the launch"
// 33 x 33 threads, for the padding; a block has at most 1024.
#include <cuda_runtime.h>
#define TILE 33

__global__ void MatMul(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ float As[TILE][TILE], Bs[TILE][TILE];
    int r = blockIdx.y * TILE + threadIdx.y, c = blockIdx.x * TILE + threadIdx.x;
    float v = 0;
    for (int t = 0; t < (N + TILE - 1) / TILE; t++) {
        As[threadIdx.y][threadIdx.x] = r < M && t * TILE + threadIdx.x < N ? A[r * N + t * TILE + threadIdx.x] : 0;
        Bs[threadIdx.y][threadIdx.x] = c < K && t * TILE + threadIdx.y < N ? B[(t * TILE + threadIdx.y) * K + c] : 0;
        __syncthreads();
        for (int e = 0; e < TILE; e++) v += As[threadIdx.y][e] * Bs[e][threadIdx.x];
        __syncthreads();
    }
    if (r < M && c < K) C[r * K + c] = v;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    dim3 block(TILE, TILE), grid((K + TILE - 1) / TILE, (M + TILE - 1) / TILE);
    MatMul<<<grid, block>>>(A, B, C, M, N, K);
}
