// gemm_double_buffering taken further: 16 x 8 elements of C a thread, 256 x 128 a block, one block an SM; the tiles
// are copied into STAGES buffers of shared memory by cp.async, past the registers.
// Gains: six 16-byte loads from shared memory for 128 multiply-adds instead of four for 64, so that 95% of the
// instructions are multiply-adds. A stays as it lies in memory: a thread takes four k of one row at a time, and four
// rows of B, so nothing is transposed and every load and copy is 16 bytes wide.
// Costs: all 255 registers, 115 KB of shared memory, eight warps an SM. Other chips: judge sweep with TILE_M=128
// THREAD_M=8.
// judge: rung 8

#include <cuda_runtime.h>

#ifndef TILE_M
#define TILE_M 256
#endif
#ifndef TILE_N
#define TILE_N 128
#endif
#ifndef TILE_K
#define TILE_K 16
#endif
#ifndef THREAD_M
#define THREAD_M 16
#endif
#ifndef THREAD_N
#define THREAD_N 8
#endif
#ifndef STAGES
#define STAGES 4
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 1
#endif

constexpr int lanes_m = 4, lanes_n = 8;
constexpr int warp_m = lanes_m * THREAD_M, warp_n = lanes_n * THREAD_N;
constexpr int warps_n = TILE_N / warp_n;
constexpr int threads = 32 * (TILE_M / warp_m) * warps_n;
constexpr int pieces_n = THREAD_N / 4;
constexpr int pitch_a = TILE_K + 4;      // floats: rows begin at different banks
constexpr int copies_a = TILE_M * TILE_K / 4 / threads, copies_b = TILE_K * TILE_N / 4 / threads;
constexpr int group = 8;                 // rows of tiles that are taken together, for L2

static_assert(TILE_M % warp_m == 0 && TILE_N % warp_n == 0 && THREAD_N % 4 == 0, "a block is made of whole warps");
static_assert(TILE_M * TILE_K % (4 * threads) == 0 && TILE_K * TILE_N % (4 * threads) == 0, "all threads copy alike");
static_assert(TILE_K % 4 == 0 && STAGES >= 2, "four k at a time, and one tile ahead at least");

struct Tiles {
    float a[TILE_M][pitch_a];
    float b[TILE_K][TILE_N];
};
static_assert(STAGES * sizeof(Tiles) * BLOCKS_PER_SM <= 227 * 1024, "shared memory of an SM");

template <int Bytes>
__device__ void copy_async(float* to, const float* from, bool is_there) {
    const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
    if (Bytes == 16) asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address), "l"(from));
    else asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(address), "l"(from), "r"(is_there ? 4 : 0));
}

// Begins to copy the tiles at `begin` of the sums. Whole: they lie within the matrices, whose rows are aligned; else
// element by element, and zeros beyond the edges.
template <bool Whole>
__device__ void copy_tiles(Tiles& to, const float* A, const float* B, int first_row, int first_col, int begin, int M,
                           int N, int K) {
    constexpr int parts = Whole ? 1 : 4, bytes = Whole ? 16 : 4;
#pragma unroll
    for (int i = 0; i < copies_a; i++) {
        const int index = threadIdx.x + i * threads, row = index / (TILE_K / 4), k = index % (TILE_K / 4) * 4;
        const float* from = A + (first_row + row) * K + begin + k;
        for (int part = 0; part < parts; part++) {
            const bool is_there = Whole || (first_row + row < M && begin + k + part < K);
            copy_async<bytes>(&to.a[row][k + part], is_there ? from + part : A, is_there);
        }
    }
#pragma unroll
    for (int i = 0; i < copies_b; i++) {
        const int index = threadIdx.x + i * threads, k = index / (TILE_N / 4), col = index % (TILE_N / 4) * 4;
        const float* from = B + (begin + k) * N + first_col + col;
        for (int part = 0; part < parts; part++) {
            const bool is_there = Whole || (begin + k < K && first_col + col + part < N);
            copy_async<bytes>(&to.b[k][col + part], is_there ? from + part : B, is_there);
        }
    }
}

__device__ void multiply_tiles(const Tiles& tiles, int my_row, int my_col, float (&sums)[THREAD_M][THREAD_N]) {
#pragma unroll
    for (int k = 0; k < TILE_K; k += 4) {
        float b[4][THREAD_N];
#pragma unroll
        for (int l = 0; l < 4; l++)
#pragma unroll
            for (int p = 0; p < pieces_n; p++)
                *reinterpret_cast<float4*>(&b[l][4 * p]) =
                    *reinterpret_cast<const float4*>(&tiles.b[k + l][my_col + p * 4 * lanes_n]);
#pragma unroll
        for (int i = 0; i < THREAD_M; i++) {
            const float4 a = *reinterpret_cast<const float4*>(&tiles.a[my_row + i * lanes_m][k]);
#pragma unroll
            for (int j = 0; j < THREAD_N; j++) sums[i][j] = fmaf(a.x, b[0][j], sums[i][j]);
#pragma unroll
            for (int j = 0; j < THREAD_N; j++) sums[i][j] = fmaf(a.y, b[1][j], sums[i][j]);
#pragma unroll
            for (int j = 0; j < THREAD_N; j++) sums[i][j] = fmaf(a.z, b[2][j], sums[i][j]);
#pragma unroll
            for (int j = 0; j < THREAD_N; j++) sums[i][j] = fmaf(a.w, b[3][j], sums[i][j]);
        }
    }
}

template <bool Whole>
__device__ void store_sums(const float (&sums)[THREAD_M][THREAD_N], float* C, int row, int col, int M, int N) {
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
        for (int p = 0; p < pieces_n; p++) {
            float* to = C + (row + i * lanes_m) * N + col + p * 4 * lanes_n;
            const float* s = &sums[i][4 * p];
            if (Whole) *reinterpret_cast<float4*>(to) = make_float4(s[0], s[1], s[2], s[3]);
            else
                for (int j = 0; j < 4; j++)
                    if (row + i * lanes_m < M && col + p * 4 * lanes_n + j < N) to[j] = s[j];
        }
}

template <bool Whole>
__global__ void __launch_bounds__(threads, BLOCKS_PER_SM)
    multiply(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
    extern __shared__ __align__(16) unsigned char memory[];
    Tiles* const stages = reinterpret_cast<Tiles*>(memory);

    // Tiles in groups of some rows, column by column: those that run at the same time share their rows and columns.
    const int tiles_m = (M + TILE_M - 1) / TILE_M, tiles_n = (N + TILE_N - 1) / TILE_N;
    const int first_of_group = blockIdx.x / (group * tiles_n) * group, in_group = blockIdx.x % (group * tiles_n);
    const int rows_of_group = min(group, tiles_m - first_of_group);
    const int first_row = (first_of_group + in_group % rows_of_group) * TILE_M;
    const int first_col = in_group / rows_of_group * TILE_N;

    // The lanes of a warp lie 4 x 8, a pair of rows in 16 lanes; a thread's rows are four apart, so that what the lanes
    // read at once is 64 bytes of A and 128 neighbouring bytes of B.
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int my_row = warp / warps_n * warp_m + lane / 16 * 2 + lane % 2;
    const int my_col = warp % warps_n * warp_n + lane / 2 % lanes_n * 4;

    const int count = (K + TILE_K - 1) / TILE_K;
#pragma unroll
    for (int s = 0; s < STAGES - 1; s++) {
        if (s < count) copy_tiles<Whole>(stages[s], A, B, first_row, first_col, s * TILE_K, M, N, K);
        asm volatile("cp.async.commit_group;");
    }
    float sums[THREAD_M][THREAD_N] = {};
    int reading = 0, writing = STAGES - 1;
#pragma unroll 1
    for (int t = 0; t < count; t++) {
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
        __syncthreads();
        // All have left the stage that was read last: it is the next to be written.
        if (t + STAGES - 1 < count)
            copy_tiles<Whole>(stages[writing], A, B, first_row, first_col, (t + STAGES - 1) * TILE_K, M, N, K);
        asm volatile("cp.async.commit_group;");
        multiply_tiles(stages[reading], my_row, my_col, sums);
        reading = reading + 1 == STAGES ? 0 : reading + 1;
        writing = writing + 1 == STAGES ? 0 : writing + 1;
    }
    store_sums<Whole>(sums, C, first_row + my_row, first_col + my_col, M, N);
}

template <bool Whole>
static void launch(const float* A, const float* B, float* C, int M, int N, int K) {
    constexpr int bytes = STAGES * sizeof(Tiles);
    static const cudaError_t allowed =
        cudaFuncSetAttribute(multiply<Whole>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (allowed != cudaSuccess) return;
    const int tiles = (M + TILE_M - 1) / TILE_M * ((N + TILE_N - 1) / TILE_N);
    multiply<Whole><<<tiles, threads, bytes>>>(A, B, C, M, N, K);
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    if (M % TILE_M == 0 && N % TILE_N == 0 && K % TILE_K == 0) launch<true>(A, B, C, M, N, K);
    else launch<false>(A, B, C, M, N, K);
}
