// exam: problem=matrix-transpose verdict=wrong-answer
#include <cuda_runtime.h>
#define TILE 32

__global__ void transposeTiled(const float *in, float *out, int rows, int cols)
{
    __shared__ float tile[TILE][TILE + 1];      // +1 against bank conflicts

    int col = blockIdx.x * TILE + threadIdx.x;
    int row = blockIdx.y * TILE + threadIdx.y;

    // nothing to do for threads outside of the matrix
    if (row >= rows || col >= cols)
        return;

    tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    __syncthreads();

    int outCol = blockIdx.y * TILE + threadIdx.x;
    int outRow = blockIdx.x * TILE + threadIdx.y;
    if (outRow < cols && outCol < rows)
        out[outRow * rows + outCol] = tile[threadIdx.x][threadIdx.y];
}

extern "C" void solve(const float* input, float* output, int rows, int cols)
{
    dim3 threads(TILE, TILE);
    dim3 blocks((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE);
    if (blocks.y > 65535) { /* can't happen: rows <= 8192, or it is a single column */ }
    transposeTiled<<<blocks, threads>>>(input, output, rows, cols);
    cudaDeviceSynchronize();
}
