// exam: problem=matrix-transpose verdict=accepted
// References to rows of a shared array, and the array itself through a pointer to arrays.
#include <cuda_runtime.h>

typedef float Row[33];

__device__ static void put(Row (&tile)[32], int y, float value) {
  Row& row = tile[y];
  row[threadIdx.x] = value;
}

__device__ static float take(const Row* tile, int y) { return (*(tile + threadIdx.x))[y]; }

__global__ void transpose(const float* in, float* out, int height, int width) {
  __shared__ Row tile[32];
  auto x = blockIdx.x * 32 + threadIdx.x;
  const auto y0 = blockIdx.y * 32;

  for (auto j = threadIdx.y; j < 32; j += 8)
    if (x < width && y0 + j < height) put(tile, j, in[(y0 + j) * width + x]);

  __syncthreads();

  float(*turned)[33] = &tile[0];
  x = y0 + threadIdx.x;
  for (unsigned j = threadIdx.y; j < 32; j += 8)
    if (const unsigned y = blockIdx.x * 32 + j; x < height && y < width) out[y * height + x] = take(turned, j);
}

extern "C" void solve(const float* input, float* output, int rows, int cols) {
  // rows may be 65537, which is 2049 tiles: well below what grid.y holds
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32), block(32, 8);
  transpose<<<grid, block>>>(input, output, rows, cols);
}
