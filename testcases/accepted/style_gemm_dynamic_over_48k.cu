// exam: problem=gemm-f32 verdict=accepted
// 96 KiB of dynamic shared memory, asked for with cudaFuncSetAttribute, carved into two stages of two tiles.
#include <cuda_runtime.h>
#include <cstddef>

template <int TILE, int DEPTH>
struct Stage {
    float a[TILE][DEPTH + 1];
    float b[DEPTH][TILE];
};

using S = Stage<64, 95>;   // 64 * 96 * 4 + 95 * 64 * 4 = 48,896 bytes
static_assert(sizeof(S) == 48896, "two of them are more than 48 KiB");

__device__ void fill(S& s, const float* A, const float* B, int M, int N, int K, int r0, int c0, int k0) {
    for (int e = threadIdx.x; e < 64 * 95; e += blockDim.x) {
        const int r = e / 95, k = e % 95;
        s.a[r][k] = (r0 + r < M && k0 + k < K) ? A[(r0 + r) * K + k0 + k] : 0.f;
        const int kk = e / 64, c = e % 64;
        s.b[kk][c] = (k0 + kk < K && c0 + c < N) ? B[(k0 + kk) * N + c0 + c] : 0.f;
    }
}

__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K) {
    extern __shared__ char memory[];
    S* const stages = reinterpret_cast<S*>(memory);
    const int r0 = blockIdx.y * 64, c0 = blockIdx.x * 64, ty = threadIdx.x / 16, tx = threadIdx.x % 16;
    float acc[4][4];
    for (auto& row : acc) for (auto& v : row) v = 0;
    fill(stages[0], A, B, M, N, K, r0, c0, 0);
    for (int k0 = 0, turn = 0; k0 < K; k0 += 95, turn ^= 1) {
        __syncthreads();
        if (k0 + 95 < K) fill(stages[turn ^ 1], A, B, M, N, K, r0, c0, k0 + 95);
        const S& s = stages[turn];
        for (int k = 0; k < 95; ++k)
            for (int i = 0; i < 4; ++i)
                for (int j = 0; j < 4; ++j) acc[i][j] += s.a[ty * 4 + i][k] * s.b[k][tx + 16 * j];
        __syncthreads();
    }
    for (int i = 0; i < 4; ++i)
        for (int j = 0; j < 4; ++j) {
            const int r = r0 + ty * 4 + i, c = c0 + tx + 16 * j;
            if (r < M && c < N) C[r * N + c] = acc[i][j];
        }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    cudaFuncSetAttribute(gemm, cudaFuncAttributeMaxDynamicSharedMemorySize, 2 * sizeof(S));
    gemm<<<dim3((N + 63) / 64, (M + 63) / 64), 256, 2 * sizeof(S)>>>(A, B, C, M, N, K);
}
