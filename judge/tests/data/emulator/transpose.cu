#include <cuda_runtime.h>

#define TILE 32
#define ROWS 8

__global__ void naive(const float* in, float* out, int rows, int cols) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}

__global__ void tiled(const float* in, float* out, int rows, int cols) {
  __shared__ float tile[TILE][TILE + 1];
  int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < cols && y + j < rows) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * cols + x];
  __syncthreads();
  x = blockIdx.y * TILE + threadIdx.x;
  y = blockIdx.x * TILE + threadIdx.y;
  for (int j = 0; j < TILE; j += ROWS)
    if (x < rows && y + j < cols) out[(y + j) * rows + x] = tile[threadIdx.x][threadIdx.y + j];
}

extern "C" void solve_naive(const float* in, float* out, int rows, int cols) {
  naive<<<dim3((cols + 15) / 16, (rows + 15) / 16), dim3(16, 16)>>>(in, out, rows, cols);
}

extern "C" void solve(const float* in, float* out, int rows, int cols) {
  tiled<<<dim3((cols + TILE - 1) / TILE, (rows + TILE - 1) / TILE), dim3(TILE, ROWS)>>>(in, out, rows, cols);
  cudaDeviceSynchronize();
}

#include "check.h"

extern "C" int run() {
  for (int rows : {1, 31, 32, 33, 301})
    for (int cols : {1, 8, 64, 517}) {
      std::vector<float> in(rows * cols);
      for (std::size_t i = 0; i < in.size(); i++) in[i] = i;
      DeviceArray<float> A(in), B(in.size()), C(in.size());
      solve(A, B, rows, cols);
      solve_naive(A, C, rows, cols);
      const std::vector<float> b = B.get(), c = C.get();
      for (int i = 0; i < rows; i++)
        for (int j = 0; j < cols; j++) {
          CHECK_EQUAL(b[j * rows + i], in[i * cols + j]);
          CHECK_EQUAL(c[j * rows + i], in[i * cols + j]);
        }
    }
  return failures;
}
