// exam: problem=gemm-f32 verdict=accepted
// Tensor cores, and exact enough: each number is split into two of TF32, three products of them are added up in fp32.
#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

constexpr int kTile = 16, kDepth = 8, kWarps = 4;

template <class Use>
using Part = wmma::fragment<Use, kTile, kTile, kDepth, wmma::precision::tf32, wmma::row_major>;
using Sum = wmma::fragment<wmma::accumulator, kTile, kTile, kDepth, float>;

template <class Use>
struct Split {
    Part<Use> high, low;
    __device__ void load(const float* from, int pitch) {
        wmma::load_matrix_sync(high, from, pitch);
#pragma unroll
        for (int i = 0; i < high.num_elements; ++i) {
            const float x = high.x[i];
            high.x[i] = wmma::__float_to_tf32(x);
            low.x[i] = wmma::__float_to_tf32(x - high.x[i]);
        }
    }
};

// A warp has 16 columns of its own; all warps of a block share 16 rows of A.
__global__ void __launch_bounds__(32 * kWarps) multiply(const float* A, const float* B, float* C, int M, int N, int K) {
    __shared__ __align__(32) float a[kTile * kDepth];
    __shared__ __align__(32) float b[kWarps][kDepth * kTile];
    __shared__ __align__(32) float c[kWarps][kTile * kTile];
    const int warp = threadIdx.y, lane = threadIdx.x;
    const int row0 = blockIdx.y * kTile, col0 = (blockIdx.x * kWarps + warp) * kTile;
    Sum total;
    wmma::fill_fragment(total, 0.0f);
    for (int k0 = 0; k0 < K; k0 += kDepth) {
        const int e = warp * 32 + lane;  // 128 of both
        const int r = row0 + e / kDepth, k = k0 + e % kDepth;
        a[e] = r < M && k < K ? A[r * K + k] : 0.0f;
        for (int i = lane; i < kDepth * kTile; i += 32) {
            const int depth = k0 + i / kTile, col = col0 + i % kTile;
            b[warp][i] = depth < K && col < N ? B[depth * N + col] : 0.0f;
        }
        __syncthreads();
        Split<wmma::matrix_a> left;
        Split<wmma::matrix_b> right;
        left.load(a, kDepth);
        right.load(b[warp], kTile);
        Sum step;
        wmma::fill_fragment(step, 0.0f);
        wmma::mma_sync(step, left.low, right.high, step);
        wmma::mma_sync(step, left.high, right.low, step);
        wmma::mma_sync(step, left.high, right.high, step);
        for (int i = 0; i < step.num_elements; ++i) total.x[i] += step.x[i];
        __syncthreads();
    }
    wmma::store_matrix_sync(c[warp], total, kTile, wmma::mem_row_major);
    __syncwarp();
    for (int i = lane; i < kTile * kTile; i += 32) {
        const int row = row0 + i / kTile, col = col0 + i % kTile;
        if (row < M && col < N) C[row * N + col] = c[warp][i];
    }
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    const dim3 grid((N + kTile * kWarps - 1) / (kTile * kWarps), (M + kTile - 1) / kTile), block(32, kWarps);
    multiply<<<grid, block>>>(A, B, C, M, N, K);
}
