// Tiles of 64 x 64, 16 bytes at a time on the whole way: a thread loads four pieces of four rows, turns them round in
// registers, and puts the pieces into shared memory, from which others take them as pieces of the output's rows.
// Gains: whole 256-byte stretches of rows on both sides, four loads in flight a thread, a quarter of the
// instructions. Where a piece lies is shuffled by an exclusive or, so that no two lanes meet at a bank and no column
// is wasted.
// Neighbouring tiles may share cache lines, so nothing bypasses the caches.
// Costs: rows and columns must be multiples of four; other shapes go through mt_tile_padded's kernel.
// Expect: what a copy reaches. GROUP: rows of tiles that are taken together, for judge sweep.
// judge: rung 5

#include <cuda_runtime.h>

#ifndef GROUP
#define GROUP 1
#endif
#ifndef BLOCKS_PER_SM
#define BLOCKS_PER_SM 5
#endif

constexpr int tile_side = 64;
constexpr int pieces = tile_side / 4;           // a piece is four neighbours, a float4
constexpr int block_size = pieces * pieces;

// Where the piece of rows 4 * piece to 4 * piece + 3 lies that belongs to column `col` of the input's tile.
__device__ int place(int col, int piece) { return col * pieces + (piece ^ (col / 4 % pieces)); }

__global__ void __launch_bounds__(block_size, BLOCKS_PER_SM)
    transpose_pieces(const float4* __restrict__ input, float4* __restrict__ output, int rows, int cols) {
    __shared__ float4 tile[tile_side * pieces];
    // Tiles in groups of GROUP rows, column by column.
    const int tiles_y = (rows + tile_side - 1) / tile_side, tiles_x = (cols + tile_side - 1) / tile_side;
    const int first_of_group = blockIdx.x / (GROUP * tiles_x) * GROUP, in_group = blockIdx.x % (GROUP * tiles_x);
    const int rows_of_group = min(GROUP, tiles_y - first_of_group);
    const int first_row = (first_of_group + in_group % rows_of_group) * tile_side;
    const int first_col = in_group / rows_of_group * tile_side;

    const int x = threadIdx.x % pieces, y = threadIdx.x / pieces;
    const int col = first_col + 4 * x, row = first_row + 4 * y;
    float4 v[4] = {};
#pragma unroll
    for (int i = 0; i < 4; i++)
        if (row + i < rows && col < cols) v[i] = input[((row + i) * cols + col) / 4];
    tile[place(4 * x, y)] = make_float4(v[0].x, v[1].x, v[2].x, v[3].x);
    tile[place(4 * x + 1, y)] = make_float4(v[0].y, v[1].y, v[2].y, v[3].y);
    tile[place(4 * x + 2, y)] = make_float4(v[0].z, v[1].z, v[2].z, v[3].z);
    tile[place(4 * x + 3, y)] = make_float4(v[0].w, v[1].w, v[2].w, v[3].w);
    __syncthreads();

    const int out_col = first_row + 4 * x;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const int in_tile = y + i * pieces, out_row = first_col + in_tile;
        if (out_row < cols && out_col < rows) output[(out_row * rows + out_col) / 4] = tile[place(in_tile, x)];
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
        const int tiles = (rows + tile_side - 1) / tile_side * ((cols + tile_side - 1) / tile_side);
        transpose_pieces<<<tiles, block_size>>>(reinterpret_cast<const float4*>(input),
                                                reinterpret_cast<float4*>(output), rows, cols);
        return;
    }
    dim3 block(narrow_side, narrow_rows);
    dim3 grid((cols + narrow_side - 1) / narrow_side, (rows + narrow_side - 1) / narrow_side);
    transpose<<<grid, block>>>(input, output, rows, cols);
}
