// A block of 128 threads computes a tile of 64 x 64 of one product, a thread 8 x 4 of it in registers. A (turned) and B go
// through shared memory, 16 of K at a time, and the next step's numbers are fetched while this one is computed.
// Gains: 32 multiply-adds for three loads of 16 bytes from shared memory.
// Costs: two barriers for each step. Where K or N is not a multiple of four, the loads from memory are of 4 bytes.
// judge: rung 2

#include <cuda_runtime.h>

namespace {

struct Problem {
    const float *A, *B;
    float* C;
    int M, N, K;

    __device__ Problem of_batch(int b) const {
        return {A + size_t(b) * M * K, B + size_t(b) * K * N, C + size_t(b) * M * N, M, N, K};
    }
};

constexpr int kTile = 64, kDepth = 16, kThreads = 128;

// Four numbers of a row; zeros outside the matrix.
template <bool kVectors>
__device__ float4 load4(const float* matrix, int row, int col, int rows, int cols) {
    if (row >= rows) return make_float4(0, 0, 0, 0);
    const float* from = matrix + size_t(row) * cols + col;
    if constexpr (kVectors) {
        return col < cols ? *reinterpret_cast<const float4*>(from) : make_float4(0, 0, 0, 0);
    } else {
        return make_float4(col < cols ? from[0] : 0, col + 1 < cols ? from[1] : 0, col + 2 < cols ? from[2] : 0,
                           col + 3 < cols ? from[3] : 0);
    }
}

template <bool kVectors>
__global__ void __launch_bounds__(kThreads) multiply(Problem batch) {
    __shared__ __align__(16) float a[kDepth][kTile + 4];
    __shared__ __align__(16) float b[kDepth][kTile];
    const Problem p = batch.of_batch(blockIdx.z);
    const int top = blockIdx.y * kTile, left = blockIdx.x * kTile;
    const int tx = threadIdx.x % 16, ty = threadIdx.x / 16;

    float4 next_a[2], next_b[2];
    const auto fetch = [&](int k) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int at = threadIdx.x + i * kThreads;
            next_a[i] = load4<kVectors>(p.A, top + at / 4, k + at % 4 * 4, p.M, p.K);
            next_b[i] = load4<kVectors>(p.B, k + at / 16, left + at % 16 * 4, p.K, p.N);
        }
    };

    float sums[8][4] = {};
    fetch(0);
    for (int k = 0; k < p.K; k += kDepth) {
#pragma unroll
        for (int i = 0; i < 2; ++i) {
            const int at = threadIdx.x + i * kThreads, row = at / 4, col = at % 4 * 4;
            a[col + 0][row] = next_a[i].x;
            a[col + 1][row] = next_a[i].y;
            a[col + 2][row] = next_a[i].z;
            a[col + 3][row] = next_a[i].w;
            *reinterpret_cast<float4*>(&b[at / 16][at % 16 * 4]) = next_b[i];
        }
        __syncthreads();
        if (k + kDepth < p.K) fetch(k + kDepth);
#pragma unroll
        for (int d = 0; d < kDepth; ++d) {
            const float4 low = *reinterpret_cast<const float4*>(&a[d][ty * 8]);
            const float4 high = *reinterpret_cast<const float4*>(&a[d][ty * 8 + 4]);
            const float4 across = *reinterpret_cast<const float4*>(&b[d][tx * 4]);
            const float down[8] = {low.x, low.y, low.z, low.w, high.x, high.y, high.z, high.w};
#pragma unroll
            for (int r = 0; r < 8; ++r) {
                sums[r][0] += down[r] * across.x;
                sums[r][1] += down[r] * across.y;
                sums[r][2] += down[r] * across.z;
                sums[r][3] += down[r] * across.w;
            }
        }
        __syncthreads();
    }

#pragma unroll
    for (int r = 0; r < 8; ++r) {
        const int row = top + ty * 8 + r, col = left + tx * 4;
        if (row >= p.M) break;
        float* to = p.C + size_t(row) * p.N + col;
        if (kVectors) {
            if (col < p.N) *reinterpret_cast<float4*>(to) = make_float4(sums[r][0], sums[r][1], sums[r][2], sums[r][3]);
        } else {
#pragma unroll
            for (int c = 0; c < 4; ++c)
                if (col + c < p.N) to[c] = sums[r][c];
        }
    }
}

}  // namespace

extern "C" void solve(const float* A, const float* B, float* C, int BATCH, int M, int N, int K) {
    const dim3 grid((N + kTile - 1) / kTile, (M + kTile - 1) / kTile, BATCH);
    const auto kernel = K % 4 == 0 && N % 4 == 0 ? multiply<true> : multiply<false>;
    kernel<<<grid, kThreads>>>(Problem{A, B, C, M, N, K});
}
