// fp32 by tensor cores. Each number is split into big and small, of TF32's 11 digits each; big * big, big * small and
// small * big are added up, three mma for one. That is fp32's accuracy, not TF32's: what is left out of a product is
// below 2^-21 of it. Tiles come by cp.async in stages as in mm_best; a warp computes 64 x 64 by mma of 16 x 8 x 8.
// Tensor cores cut their sums off, always towards zero; so sums of PROMOTE of k are made afresh and added by FADD.
// On an H200 that leaves a third of the error of one running fp32 sum (root mean square, 1,024 to 8,192 products);
// with PROMOTE=0 it is 13 to 35 times that sum's, and long sums are wrong by more than is allowed.
// Gains: three times the multiply-adds, on units with many times FFMA's rate. ldmatrix and float4 feed them.
// Costs: three instructions to split a number, four FADD for three mma, 255 registers. Numbers beyond 3.4e38 become
// infinite, infinities NaN, and of those below 1e-34 last digits are lost.
// Expect: 1.4 times the speed of cuBLAS in fp32.
// Other chips: judge sweep with STAGES=3,4 PROMOTE=8,16 TILE_K=16,32, and blocks of 256 x 128 with BLOCKS_PER_SM=1.
// judge: rung 4

#include <cuda_runtime.h>

#ifndef TILE_M
#define TILE_M 128
#endif
#ifndef TILE_N
#define TILE_N 128
#endif
#ifndef TILE_K
#define TILE_K 16
#endif
#ifndef WARP_M
#define WARP_M 64
#endif
#ifndef WARP_N
#define WARP_N 64
#endif
#ifndef STAGES
#define STAGES 4
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 2
#endif
#ifndef PROMOTE
#define PROMOTE 16   // of k; 0: never
#endif
#ifndef BAND
#define BAND (WARP_N >= 64 ? 1 : 64 / WARP_N)   // times 16 rows, which a warp multiplies at once
#endif

constexpr int warps_n = TILE_N / WARP_N;
constexpr int threads = 32 * (TILE_M / WARP_M) * warps_n;
constexpr int parts_m = WARP_M / 16, parts_n = WARP_N / 8;   // what an mma computes: 16 x 8
constexpr int chunk = PROMOTE > 0 ? PROMOTE : 8, parts_k = chunk / 8;
constexpr int pitch_a = TILE_K + 4, pitch_b = TILE_N + 8;    // floats: what lanes read at once lies in different banks
constexpr int copies_a = TILE_M * TILE_K / 4 / threads, copies_b = TILE_K * TILE_N / 4 / threads;
constexpr int group = 8;                                     // rows of tiles that are taken together, for L2

static_assert(TILE_M % WARP_M == 0 && TILE_N % WARP_N == 0, "a block is made of whole warps");
static_assert(WARP_M % (16 * BAND) == 0 && WARP_N % 32 == 0, "whole bands; B is read as float4 by eight lanes");
static_assert(chunk % 8 == 0 && TILE_K % chunk == 0, "an mma takes eight of k");
static_assert(TILE_M * TILE_K % (4 * threads) == 0 && TILE_K * TILE_N % (4 * threads) == 0, "all threads copy alike");
static_assert(STAGES >= 2, "a stage to write while one is read");

struct Tiles {
    float a[TILE_M][pitch_a];
    float b[TILE_K][pitch_b];
};
static_assert(STAGES * sizeof(Tiles) * BLOCKS_PER_SM <= 227 * 1024, "shared memory of an SM");

// What a thread copies of each pair of tiles: four neighbours of some rows of each.
constexpr int across_a = TILE_K / 4, across_b = TILE_N / 4;                   // threads side by side
constexpr int apart_a = threads / across_a, apart_b = threads / across_b;     // rows
static_assert(threads % across_a == 0 && threads % across_b == 0, "whole rows at a time");

__device__ unsigned shared_address(const float* at) { return static_cast<unsigned>(__cvta_generic_to_shared(at)); }

__device__ void copy_four(float* to, const float* from) {
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(to)), "l"(from));
}

// Of four neighbours those that are there; zeros, of which nothing is read, for the others.
__device__ void copy_some(float* to, const float* from, int count, const float* anywhere) {
    for (int i = 0; i < 4; i++) {
        const int bytes = i < count ? 4 : 0;
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared_address(to + i)),
                     "l"(i < count ? from + i : anywhere), "r"(bytes));
    }
}

// Begins to copy tiles, of which `a` and `b` point at what is this thread's first. Whole: they lie within the
// matrices, whose rows are aligned; else zeros beyond what is left of the matrices.
template <bool Whole>
__device__ void copy_tiles(Tiles& to, const float* a, const float* b, int rows_left, int cols_left, int depth_left,
                           int cols, int depth) {
    const int row_a = threadIdx.x / across_a, k = threadIdx.x % across_a * 4;
#pragma unroll
    for (int i = 0; i < copies_a; i++, a += apart_a * depth) {
        float* const there = &to.a[row_a + i * apart_a][k];
        if (Whole) copy_four(there, a);
        else copy_some(there, a, row_a + i * apart_a < rows_left ? depth_left - k : 0, b);
    }
    const int row_b = threadIdx.x / across_b, col = threadIdx.x % across_b * 4;
    const float* from = b;
#pragma unroll
    for (int i = 0; i < copies_b; i++, from += apart_b * cols) {
        float* const there = &to.b[row_b + i * apart_b][col];
        if (Whole) copy_four(there, from);
        else copy_some(there, from, row_b + i * apart_b < depth_left ? cols_left - col : 0, b);
    }
}

// Sixteen rows of A and eight of k as mma wants them: a matrix of 8 x 4 floats in each register.
__device__ void load_a(unsigned (&to)[4], const float* lane_row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(shared_address(lane_row)));
}

// big + small is the number: big is rounded to 11 digits, which leaves 12; of these the tensor cores read 11. Masks,
// for cvt.rna.tf32 has a fraction of the rate of an addition.
struct Halves {
    unsigned big, small;
};

__device__ Halves split(unsigned bits) {
    const unsigned big = (bits + 0x1000u) & ~0x1fffu;
    return {big, __float_as_uint(__uint_as_float(bits) - __uint_as_float(big))};
}

__device__ void multiply_add(float (&sums)[4], unsigned a0, unsigned a1, unsigned a2, unsigned a3, unsigned b0,
                             unsigned b1) {
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
        "{%0, %1, %2, %3};"
        : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
        : "r"(a0), "r"(a1), "r"(a2), "r"(a3), "r"(b0), "r"(b1));
}

// What a lane holds of a band of A and of all columns of B, of a chunk of k.
using RawA = unsigned[BAND][parts_k][4];
using RawB = float4[WARP_N / 32][parts_k][2];
using SplitA = Halves[BAND][parts_k][4];
using SplitB = Halves[parts_n][parts_k][2];

__device__ void load_band(RawA& to, const float* lane_row) {
#pragma unroll
    for (int i = 0; i < BAND; i++)
#pragma unroll
        for (int k = 0; k < parts_k; k++) load_a(to[i][k], lane_row + i * 16 * pitch_a + k * 8);
}

// A lane wants column g of each part: of four parts four neighbours, so columns of B are dealt out to parts by turns.
__device__ void load_columns(RawB& to, const float* lane_column) {
#pragma unroll
    for (int j = 0; j < WARP_N / 32; j++)
#pragma unroll
        for (int k = 0; k < parts_k * 2; k++)
            to[j][k / 2][k % 2] = *reinterpret_cast<const float4*>(lane_column + k * 4 * pitch_b + j * 32);
}

__device__ void split_band(SplitA& to, const RawA& from) {
#pragma unroll
    for (int i = 0; i < BAND; i++)
#pragma unroll
        for (int k = 0; k < parts_k; k++)
#pragma unroll
            for (int r = 0; r < 4; r++) to[i][k][r] = split(from[i][k][r]);
}

__device__ void split_columns(SplitB& to, const RawB& from) {
#pragma unroll
    for (int j = 0; j < parts_n; j += 4)
#pragma unroll
        for (int k = 0; k < parts_k; k++)
#pragma unroll
            for (int r = 0; r < 2; r++) {
                const float4 v = from[j / 4][k][r];
                to[j][k][r] = split(__float_as_uint(v.x));
                to[j + 1][k][r] = split(__float_as_uint(v.y));
                to[j + 2][k][r] = split(__float_as_uint(v.z));
                to[j + 3][k][r] = split(__float_as_uint(v.w));
            }
}

// The small products first, and as many mma as can be between two that add to the same sums.
__device__ void multiply_band(float (*sums)[parts_n][4], const SplitA& a, const SplitB& b) {
    float fresh[BAND][parts_n][4] = {};
    float(*const into)[parts_n][4] = PROMOTE > 0 ? fresh : sums;
#pragma unroll
    for (int product = 0; product < 3; product++)
#pragma unroll
        for (int k = 0; k < parts_k; k++)
#pragma unroll
            for (int i = 0; i < BAND; i++)
#pragma unroll
                for (int j = 0; j < parts_n; j++) {
                    const Halves(&x)[4] = a[i][k];
                    const Halves(&y)[2] = b[j][k];
                    if (product == 0)
                        multiply_add(into[i][j], x[0].small, x[1].small, x[2].small, x[3].small, y[0].big, y[1].big);
                    else if (product == 1)
                        multiply_add(into[i][j], x[0].big, x[1].big, x[2].big, x[3].big, y[0].small, y[1].small);
                    else multiply_add(into[i][j], x[0].big, x[1].big, x[2].big, x[3].big, y[0].big, y[1].big);
                }
    if (PROMOTE > 0)
#pragma unroll
        for (int i = 0; i < BAND; i++)
#pragma unroll
            for (int j = 0; j < parts_n; j++)
#pragma unroll
                for (int e = 0; e < 4; e++) sums[i][j][e] += fresh[i][j][e];
}

// Eight neighbours of a row, from `col` on: those of one lane.
template <bool Whole>
__device__ void store_eight(float* row, const float (*sums)[4], int e, int col, int cols) {
    if (Whole)
#pragma unroll
        for (int half = 0; half < 2; half++)
            *reinterpret_cast<float4*>(row + col + half * 4) =
                make_float4(sums[0][e + half], sums[1][e + half], sums[2][e + half], sums[3][e + half]);
    else
#pragma unroll
        for (int i = 0; i < 8; i++)
            if (col + i < cols) row[col + i] = sums[i % 4][e + i / 4];
}

template <bool Whole>
__device__ void store_sums(const float (&sums)[parts_m][parts_n][4], float* C, int row, int col, int rows, int cols) {
#pragma unroll
    for (int i = 0; i < parts_m * 2; i++) {
        const int to_row = row + i * 8;
        if (Whole || to_row < rows)
#pragma unroll
            for (int j = 0; j < parts_n; j += 4)
                store_eight<Whole>(C + to_row * cols, &sums[i / 2][j], i % 2 * 2, col + j * 8, cols);
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

    const float* a = A + (first_row + threadIdx.x / across_a) * depth + threadIdx.x % across_a * 4;
    const float* b = B + threadIdx.x / across_b * cols + first_col + threadIdx.x % across_b * 4;
    const auto copy = [&](Tiles& to, int k) {
        if (k < depth)
            copy_tiles<Whole>(to, a + k, b + k * cols, rows - first_row, cols - first_col, depth - k, cols, depth);
        asm volatile("cp.async.commit_group;");
    };

    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32, lane_row = lane / 4, lane_col = lane % 4;
    const int warp_row = warp / warps_n * WARP_M, warp_col = warp % warps_n * WARP_N;
    const auto rows_of = [&](Tiles& tiles) { return &tiles.a[warp_row + lane % 16][lane / 16 * 4]; };
    const auto columns_of = [&](Tiles& tiles) { return &tiles.b[lane_col][warp_col + lane_row * 4]; };

    for (int s = 0; s < STAGES - 1; s++) copy(stages[s], s * TILE_K);
    asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
    __syncthreads();
    const float *my_rows = rows_of(stages[0]), *my_columns = columns_of(stages[0]);
    RawA raw_a;
    RawB raw_b;
    load_band(raw_a, my_rows);
    load_columns(raw_b, my_columns);

    float sums[parts_m][parts_n][4] = {};
    int reading = 0;
#pragma unroll 1
    for (int begin = 0; begin < depth; begin += TILE_K) {
        copy(stages[reading == 0 ? STAGES - 1 : reading - 1], begin + (STAGES - 1) * TILE_K);
#pragma unroll 1
        for (int k = 0; k < TILE_K; k += chunk) {
            SplitB split_b;
            split_columns(split_b, raw_b);
#pragma unroll
            for (int i = 0; i < parts_m; i += BAND) {
                SplitA split_a;
                split_band(split_a, raw_a);
                if (i + BAND < parts_m) load_band(raw_a, my_rows + (i + BAND) * 16 * pitch_a);
                else {
                    my_rows += chunk, my_columns += chunk * pitch_b;
                    if (k + chunk == TILE_K) {
                        // The next tiles are there for all, and all have left these, whose stage is written next.
                        asm volatile("cp.async.wait_group %0;" ::"n"(STAGES - 2));
                        __syncthreads();
                        // After the last tiles there is nothing to load ahead: what is loaded again is not used.
                        if (begin + TILE_K < depth) reading = reading + 1 == STAGES ? 0 : reading + 1;
                        my_rows = rows_of(stages[reading]), my_columns = columns_of(stages[reading]);
                    }
                    load_band(raw_a, my_rows);
                    load_columns(raw_b, my_columns);
                }
                multiply_band(&sums[i], split_a, split_b);
            }
        }
    }
    store_sums<Whole>(sums, C, first_row + warp_row + lane_row, first_col + warp_col + lane_col * 8, rows, cols);
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
