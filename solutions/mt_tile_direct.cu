// Through a tile in shared memory that each thread reads where it wrote: the tile transposes nothing.
// Gains nothing, and shows why: the stores go down a column of the output as in mt_naive, with a detour before. What
// a tile is for, mt_tile does.
// judge: rung 2

#include <cuda_runtime.h>

constexpr int tile_side = 32;

__global__ void transpose(const float* input, float* output, int rows, int cols) {
    __shared__ float tile[tile_side][tile_side];
    int col = blockIdx.x * tile_side + threadIdx.x;
    int row = blockIdx.y * tile_side + threadIdx.y;
    if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = input[row * cols + col];
    __syncthreads();
    if (row < rows && col < cols) output[col * rows + row] = tile[threadIdx.y][threadIdx.x];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    dim3 block(tile_side, tile_side);
    dim3 grid((cols + tile_side - 1) / tile_side, (rows + tile_side - 1) / tile_side);
    transpose<<<grid, block>>>(input, output, rows, cols);
    cudaDeviceSynchronize();
}
