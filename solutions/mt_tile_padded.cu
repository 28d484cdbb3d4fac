// Through a tile as in mt_tile, one column wider, so that the elements of a column lie in 32 different banks; and in
// blocks of only two rows, each thread copying 16 elements. Nothing waits: whoever reads the output synchronises.
// Gains: no bank conflicts, 16 independent loads in flight a thread, and many small blocks an SM. Costs: 128 bytes of
// shared memory a block.
// judge: rung 4

#include <cuda_runtime.h>

constexpr int tile_side = 32;
constexpr int block_rows = 2;

__global__ void transpose(const float* __restrict__ input, float* __restrict__ output, int rows, int cols) {
    __shared__ float tile[tile_side][tile_side + 1];
    int first_col = blockIdx.x * tile_side;
    int first_row = blockIdx.y * tile_side;

    int col = first_col + threadIdx.x;
#pragma unroll
    for (int k = 0; k < tile_side; k += block_rows) {
        int y = k + threadIdx.y;
        int row = first_row + y;
        if (row < rows && col < cols) tile[y][threadIdx.x] = input[row * cols + col];
    }
    __syncthreads();

    int out_col = first_row + threadIdx.x;
#pragma unroll
    for (int k = 0; k < tile_side; k += block_rows) {
        int y = k + threadIdx.y;
        int out_row = first_col + y;
        if (out_row < cols && out_col < rows) output[out_row * rows + out_col] = tile[threadIdx.x][y];
    }
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 block(tile_side, block_rows);
    dim3 grid((cols + tile_side - 1) / tile_side, (rows + tile_side - 1) / tile_side);
    transpose<<<grid, block>>>(input, output, rows, cols);
}
