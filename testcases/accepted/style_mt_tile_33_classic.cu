// exam: problem=matrix-transpose verdict=accepted
// The classic: 32 x 32 tile with a padded row, 8 rows of threads that each take four.
#include <cuda_runtime.h>

const int TILE_DIM = 32;
const int BLOCK_ROWS = 8;

// No bank-conflict transpose
__global__ void transposeNoBankConflicts(float *odata, const float *idata, int width, int height)
{
  __shared__ float tile[TILE_DIM][TILE_DIM+1];

  int x = blockIdx.x * TILE_DIM + threadIdx.x;
  int y = blockIdx.y * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
     if (x < width && y+j < height)
       tile[threadIdx.y+j][threadIdx.x] = idata[(y+j)*width + x];

  __syncthreads();

  x = blockIdx.y * TILE_DIM + threadIdx.x;  // transpose block offset
  y = blockIdx.x * TILE_DIM + threadIdx.y;

  for (int j = 0; j < TILE_DIM; j += BLOCK_ROWS)
     if (x < height && y+j < width)
       odata[(y+j)*height + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" void solve(const float* input, float* output, int rows, int cols)
{
  dim3 dimGrid((cols + TILE_DIM - 1)/TILE_DIM, (rows + TILE_DIM - 1)/TILE_DIM, 1);
  dim3 dimBlock(TILE_DIM, BLOCK_ROWS, 1);
  transposeNoBankConflicts<<<dimGrid, dimBlock>>>(output, input, cols, rows);
}
