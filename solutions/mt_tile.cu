// Through a tile in shared memory: a warp reads a row of the input into a row of the tile, then writes a column of the
// tile as a row of the output, so that both ends move whole sectors.
// Costs: a column of a 32 x 32 tile lies in one bank, so each of its reads is done in 32 steps.
// judge: rung 3

#include <cuda_runtime.h>

constexpr int tile_side = 32;

__global__ void transpose(const float* input, float* output, int rows, int cols) {
    __shared__ float tile[tile_side][tile_side];
    int first_col = blockIdx.x * tile_side;
    int first_row = blockIdx.y * tile_side;

    int col = first_col + threadIdx.x;
    int row = first_row + threadIdx.y;
    if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = input[row * cols + col];
    __syncthreads();

    int out_col = first_row + threadIdx.x;
    int out_row = first_col + threadIdx.y;
    if (out_row < cols && out_col < rows) output[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 block(tile_side, tile_side);
    dim3 grid((cols + tile_side - 1) / tile_side, (rows + tile_side - 1) / tile_side);
    transpose<<<grid, block>>>(input, output, rows, cols);
    cudaDeviceSynchronize();
}
