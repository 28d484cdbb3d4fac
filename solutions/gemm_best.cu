// gemm_double_buffering taken further: 16 x 8 elements of C a thread, one k at a time,
// blocks of 128 x 128 elements, two an SM; three stages of tiles, copied by cp.async past the registers.
// Gains: six 16-byte loads from shared memory for 128 multiply-adds instead of four for 64, and of the next k while
// this one is multiplied. A is transposed on its way: copied element by element, so that its rows need no alignment.
// Costs: more than 200 registers, eight warps an SM, more copies than 16 bytes at a time would be. Other chips: judge
// sweep with TILE_M=128,256 TILE_K=8,16 BLOCKS_PER_SM=1,2.
// judge: rung 8

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
#define STAGES 3
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 2
#endif

constexpr int lanes_m = 4, lanes_n = 8;
constexpr int warp_m = lanes_m * THREAD_M, warp_n = lanes_n * THREAD_N;
constexpr int warps_n = TILE_N / warp_n;
constexpr int threads = 32 * (TILE_M / warp_m) * warps_n;
constexpr int pieces_m = THREAD_M / 4, pieces_n = THREAD_N / 4;   // of four neighbours each
constexpr int piece_rows = 4 * lanes_m, piece_cols = 4 * lanes_n;  // from one piece of a thread to the next
constexpr int pitch_a = TILE_M + 4;       // floats: what lanes copy at once goes to different banks
constexpr int copies_a = TILE_M * TILE_K / threads, copies_b = TILE_K * TILE_N / 4 / threads;
constexpr int group = 8;                  // rows of tiles that are taken together, for L2

static_assert(TILE_M % warp_m == 0 && TILE_N % warp_n == 0, "a block is made of whole warps");
static_assert(THREAD_M % 4 == 0 && THREAD_N % 4 == 0, "a thread's rows and columns are read as float4");
static_assert(TILE_M * TILE_K % threads == 0 && TILE_K * TILE_N % (4 * threads) == 0, "all threads copy alike");
static_assert(TILE_K % 2 == 0 && STAGES >= 2, "the two fragments in turn, and a stage to write while one is read");

// The tile of A lies column by column, so that a thread's rows are neighbours.
struct Tiles {
    float a[TILE_K][pitch_a];
    float b[TILE_K][TILE_N];
};
static_assert(STAGES * sizeof(Tiles) * BLOCKS_PER_SM <= 227 * 1024, "shared memory of an SM");

// What a thread copies of each pair of tiles: one k of some rows of A, four columns of some rows of B.
constexpr int copied_col = TILE_N / 4;                                       // threads side by side
constexpr int apart_a = threads / TILE_K, apart_b = threads / copied_col;    // rows
static_assert(threads % TILE_K == 0 && threads % copied_col == 0, "whole rows at a time");

__device__ unsigned shared_address(const float* at) { return static_cast<unsigned>(__cvta_generic_to_shared(at)); }

__device__ void copy_four(float* to, const float* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from));
}

// One element; a zero, of which nothing is read, where it is not there.
__device__ void copy_one(float* to, const float* from, bool is_there) {
    const int bytes = is_there ? 4 : 0;
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared_address(to)), "l"(from), "r"(bytes));
}

// Begins to copy tiles, of which `a` and `b` point at what is this thread's first. Whole: they lie within the
// matrices, whose rows are aligned; else zeros beyond what is left of the matrices.
template <bool Whole>
__device__ void copy_tiles(Tiles& to, const float* a, const float* b, int rows_left, int cols_left, int depth_left,
                           int cols, int depth) {
    const int k = threadIdx.x % TILE_K, row = threadIdx.x / TILE_K;
    const float* from = a;
#pragma unroll
    for (int i = 0; i < copies_a; i++, from += apart_a * depth) {
        const bool is_there = Whole || (row + i * apart_a < rows_left && k < depth_left);
        copy_one(&to.a[k][row + i * apart_a], is_there ? from : a, is_there);
    }
    const int row_b = threadIdx.x / copied_col, col = threadIdx.x % copied_col * 4;
    from = b;
#pragma unroll
    for (int i = 0; i < copies_b; i++, from += apart_b * cols) {
        float* const there = &to.b[row_b + i * apart_b][col];
        if (Whole) copy_four(there, from);
        else
            for (int part = 0; part < 4; part++) {
                const bool is_there = row_b + i * apart_b < depth_left && col + part < cols_left;
                copy_one(there + part, is_there ? from + part : b, is_there);
            }
    }
}

// What a thread multiplies by of one k: its rows' elements of A, its columns' of B.
struct Fragment {
    float a[THREAD_M], b[THREAD_N];
};

__device__ void load_fragment(Fragment& f, const Tiles& tiles, int k, int my_row, int my_col) {
#pragma unroll
    for (int p = 0; p < pieces_m; p++)
        *reinterpret_cast<float4*>(&f.a[4 * p]) =
            *reinterpret_cast<const float4*>(&tiles.a[k][my_row + p * piece_rows]);
#pragma unroll
    for (int p = 0; p < pieces_n; p++)
        *reinterpret_cast<float4*>(&f.b[4 * p]) =
            *reinterpret_cast<const float4*>(&tiles.b[k][my_col + p * piece_cols]);
}

// Two columns and four rows at a time, there and back, so that neighbouring multiply-adds share a register.
__device__ void multiply_one(const Fragment& f, float (&sums)[THREAD_M][THREAD_N]) {
#pragma unroll
    for (int p = 0; p < pieces_m; p++)
#pragma unroll
        for (int j = 0; j < THREAD_N; j += 2)
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const int row = 4 * p + (j % 4 == 0 ? i : i ^ 2);
                sums[row][j] = fmaf(f.a[row], f.b[j], sums[row][j]);
                sums[row][j + 1] = fmaf(f.a[row], f.b[j + 1], sums[row][j + 1]);
            }
}

// One element at a time: a float4 would want its four sums in registers side by side, and costs the loop moves.
template <bool Whole>
__device__ void store_sums(const float (&sums)[THREAD_M][THREAD_N], float* C, int row, int col, int rows, int cols) {
#pragma unroll
    for (int i = 0; i < THREAD_M; i++)
#pragma unroll
        for (int j = 0; j < THREAD_N; j++) {
            const int to_row = row + i / 4 * piece_rows + i % 4, to_col = col + j / 4 * piece_cols + j % 4;
            if (Whole || (to_row < rows && to_col < cols)) C[to_row * cols + to_col] = sums[i][j];
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

    // The lanes of a warp lie 4 x 8, a pair of rows in 16 lanes: what they read at once is 64 bytes of A, 128 of B.
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const int my_row = warp / warps_n * warp_m + (lane / 16 * 2 + lane % 2) * 4;
    const int my_col = warp % warps_n * warp_n + lane / 2 % lanes_n * 4;

    const float* a = A + (first_row + threadIdx.x / TILE_K) * depth + threadIdx.x % TILE_K;
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
    Fragment fragments[2];
    load_fragment(fragments[0], stages[0], 0, my_row, my_col);

    float sums[THREAD_M][THREAD_N] = {};
    int reading = 0, writing = STAGES - 1;
#pragma unroll 1
    for (int steps = (depth + TILE_K - 1) / TILE_K; steps > 0; steps--) {
        const Tiles& tiles = stages[reading];
        copy_next(stages[writing]);
#pragma unroll
        for (int k = 0; k + 1 < TILE_K; k++) {
            load_fragment(fragments[(k + 1) % 2], tiles, k + 1, my_row, my_col);
            multiply_one(fragments[k % 2], sums);
        }
        // The next tiles are there for all, and all have left these: their stage is written next.
        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
        __syncthreads();
        // After the last tiles there is nothing to load ahead: what is loaded again is not used.
        if (steps > 1) reading = reading + 1 == STAGES ? 0 : reading + 1;
        writing = writing + 1 == STAGES ? 0 : writing + 1;
        load_fragment(fragments[0], stages[reading], 0, my_row, my_col);
        multiply_one(fragments[1], sums);
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
    if (M % TILE_M == 0 && N % TILE_N == 0 && K % TILE_K == 0) launch<true>(A, B, C, M, N, K);
    else launch<false>(A, B, C, M, N, K);
}
