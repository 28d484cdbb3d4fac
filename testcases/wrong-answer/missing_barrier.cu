// exam: problem=matrix-transpose verdict=wrong-answer
// exam: says "output["
// No __syncthreads() between writing the tile and reading what other warps wrote. The lower half of the block
// writes late, so that luck cannot hide it.

#include <cuda_runtime.h>

__global__ void transpose(const float* input, float* output, int rows, int cols) {
    __shared__ float tile[32][33];
    tile[threadIdx.y][threadIdx.x] = -1.0f;
    __syncthreads();

    int col = blockIdx.x * 32 + threadIdx.x;
    int row = blockIdx.y * 32 + threadIdx.y;
    if (threadIdx.y >= 16)
        for (volatile int turn = 0; turn < 2000; turn = turn + 1) {}
    if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = input[row * cols + col];

    int out_col = blockIdx.y * 32 + threadIdx.x;
    int out_row = blockIdx.x * 32 + threadIdx.y;
    if (out_row < cols && out_col < rows) output[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
    transpose<<<dim3((cols + 31) / 32, (rows + 31) / 32), dim3(32, 32)>>>(input, output, rows, cols);
    cudaDeviceSynchronize();
}
