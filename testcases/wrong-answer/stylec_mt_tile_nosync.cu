// exam: problem=matrix-transpose verdict=wrong-answer
#include <cuda_runtime.h>
#define TILE_DIM 32
#define BLOCK_ROWS 8

__global__ void transposeNoBankConflicts(float *odata, const float *idata, int width, int height)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];

    int xIndex = blockIdx.x * TILE_DIM + threadIdx.x;
    int yIndex = blockIdx.y * TILE_DIM + threadIdx.y;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) {
        if (xIndex < width && yIndex + i < height)
            tile[threadIdx.y + i][threadIdx.x] = idata[(yIndex + i) * width + xIndex];
    }

    xIndex = blockIdx.y * TILE_DIM + threadIdx.x;
    yIndex = blockIdx.x * TILE_DIM + threadIdx.y;

    for (int i = 0; i < TILE_DIM; i += BLOCK_ROWS) {
        if (xIndex < height && yIndex + i < width)
            odata[(yIndex + i) * height + xIndex] = tile[threadIdx.x][threadIdx.y + i];
    }
}

extern "C" void solve(const float *input, float *output, int rows, int cols)
{
    dim3 threads(TILE_DIM, BLOCK_ROWS);
    dim3 grid((cols + TILE_DIM - 1) / TILE_DIM, (rows + TILE_DIM - 1) / TILE_DIM);
    transposeNoBankConflicts<<<grid, threads>>>(output, input, cols, rows);
    cudaDeviceSynchronize();
}
