// Tiles of 64 x 128, 16 bytes at a time on the whole way: a thread loads squares of four rows of a piece each, turns
// them round in registers, and puts the pieces into shared memory, from which others take them as pieces of the
// output's rows.
// Gains: whole 512-byte stretches of the input's rows and 256-byte ones of the output's,
// eight loads in flight a thread, a quarter of the instructions.
// Where a piece lies is shuffled by an exclusive or, so that no two lanes meet at a bank and no column is wasted.
// Tiles are taken column by column, so that those that run at the same time write neighbouring stretches of rows.
// Costs: rows and columns must be multiples of four; other shapes go through mt_tile_padded's kernel.
// Expect: what a copy reaches. GROUP: rows of tiles that are taken together, for judge sweep.
// judge: rung 5

#include <cuda_runtime.h>

#ifndef TILE_ROWS
#define TILE_ROWS 64
#endif
#ifndef TILE_COLS
#define TILE_COLS 128
#endif
#ifndef BLOCK
#define BLOCK 256
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 3
#endif
#ifndef GROUP
#define GROUP 400
#endif

// A piece is four neighbours, a float4; a thread turns squares of four by four round in its registers.
constexpr int pieces_x = TILE_COLS / 4, pieces_y = TILE_ROWS / 4;
constexpr int squares = pieces_x * pieces_y / BLOCK;
static_assert(pieces_x * pieces_y % BLOCK == 0 && pieces_x % 8 == 0 && pieces_y % 8 == 0, "whole squares, all banks");

// Where the piece of rows 4 * piece to 4 * piece + 3 lies that belongs to column `col` of the input's tile.
__device__ int place(int col, int piece) { return col * pieces_y + (piece ^ (col / 4 % 8)); }

__global__ void __launch_bounds__(BLOCK, BLOCKS_PER_SM)
    transpose_pieces(const float4* __restrict__ input, float4* __restrict__ output, int rows, int cols) {
    extern __shared__ float4 tile[];
    // Tiles in groups of GROUP rows, column by column.
    const int tiles_y = (rows + TILE_ROWS - 1) / TILE_ROWS, tiles_x = (cols + TILE_COLS - 1) / TILE_COLS;
    const int first_of_group = blockIdx.x / (GROUP * tiles_x) * GROUP, in_group = blockIdx.x % (GROUP * tiles_x);
    const int rows_of_group = min(GROUP, tiles_y - first_of_group);
    const int first_row = (first_of_group + in_group % rows_of_group) * TILE_ROWS;
    const int first_col = in_group / rows_of_group * TILE_COLS;

    float4 v[squares][4] = {};
#pragma unroll
    for (int s = 0; s < squares; s++) {
        const int at = threadIdx.x + s * BLOCK;
        const int col = first_col + at % pieces_x * 4, row = first_row + at / pieces_x * 4;
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (row + i < rows && col < cols) v[s][i] = input[((row + i) * cols + col) / 4];
    }
#pragma unroll
    for (int s = 0; s < squares; s++) {
        const int at = threadIdx.x + s * BLOCK, x = at % pieces_x * 4, y = at / pieces_x;
        tile[place(x, y)] = make_float4(v[s][0].x, v[s][1].x, v[s][2].x, v[s][3].x);
        tile[place(x + 1, y)] = make_float4(v[s][0].y, v[s][1].y, v[s][2].y, v[s][3].y);
        tile[place(x + 2, y)] = make_float4(v[s][0].z, v[s][1].z, v[s][2].z, v[s][3].z);
        tile[place(x + 3, y)] = make_float4(v[s][0].w, v[s][1].w, v[s][2].w, v[s][3].w);
    }
    __syncthreads();
#pragma unroll
    for (int i = 0; i < 4 * squares; i++) {
        const int at = threadIdx.x + i * BLOCK, piece = at % pieces_y, in_tile = at / pieces_y;
        const int out_row = first_col + in_tile, out_col = first_row + 4 * piece;
        if (out_row < cols && out_col < rows)
            output[(out_row * rows + out_col) / 4] = tile[place(in_tile, piece)];
    }
}

constexpr int narrow_side = 32, narrow_rows = 8;

__global__ void transpose(const float* input, float* output, int rows, int cols) {
    __shared__ float tile[narrow_side][narrow_side + 1];
    const int first_col = blockIdx.x * narrow_side, first_row = blockIdx.y * narrow_side;
    for (int y = threadIdx.y; y < narrow_side; y += narrow_rows) {
        const int row = first_row + y, col = first_col + threadIdx.x;
        if (row < rows && col < cols) tile[y][threadIdx.x] = input[row * cols + col];
    }
    __syncthreads();
    for (int y = threadIdx.y; y < narrow_side; y += narrow_rows) {
        const int out_row = first_col + y, out_col = first_row + threadIdx.x;
        if (out_row < cols && out_col < rows) output[out_row * rows + out_col] = tile[threadIdx.x][y];
    }
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    if (rows % 4 == 0 && cols % 4 == 0) {
        constexpr int bytes = 4 * TILE_ROWS * TILE_COLS;
        static const cudaError_t allowed =
            cudaFuncSetAttribute(transpose_pieces, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
        if (allowed != cudaSuccess) return;
        const int tiles = (rows + TILE_ROWS - 1) / TILE_ROWS * ((cols + TILE_COLS - 1) / TILE_COLS);
        transpose_pieces<<<tiles, BLOCK, bytes>>>(reinterpret_cast<const float4*>(input),
                                                  reinterpret_cast<float4*>(output), rows, cols);
        return;
    }
    dim3 block(narrow_side, narrow_rows);
    dim3 grid((cols + narrow_side - 1) / narrow_side, (rows + narrow_side - 1) / narrow_side);
    transpose<<<grid, block>>>(input, output, rows, cols);
}
