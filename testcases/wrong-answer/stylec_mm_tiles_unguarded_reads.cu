// exam: problem=matrix-multiplication verdict=wrong-answer
#include <cuda_runtime.h>

constexpr int kTile = 16;

// Only the store is guarded; the last tile along the inner dimension reads on into the next row.
__global__ void tiledMatMul(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                            const int m, const int n, const int k) {
    __shared__ float ta[kTile][kTile];
    __shared__ float tb[kTile][kTile];
    const int bx = blockIdx.x, by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
    const int row = by * kTile + ty;
    const int col = bx * kTile + tx;

    float acc = 0.f;
    const int phases = (n + kTile - 1) / kTile;
    for (int p = 0; p < phases; ++p) {
        ta[ty][tx] = a[row * n + p * kTile + tx];
        tb[ty][tx] = b[(p * kTile + ty) * k + col];
        __syncthreads();
        for (int i = 0; i < kTile; ++i) acc += ta[ty][i] * tb[i][tx];
        __syncthreads();
    }
    if (row < m && col < k) c[row * k + col] = acc;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    const dim3 block(kTile, kTile);
    const dim3 grid((K + kTile - 1) / kTile, (M + kTile - 1) / kTile);
    tiledMatMul<<<grid, block>>>(A, B, C, M, N, K);
    cudaDeviceSynchronize();
}
