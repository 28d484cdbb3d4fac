// A small attempt with barriers, to be compiled.
#include <cuda_runtime.h>

#define TILE 16

__global__ void multiply(const float* a, const float* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y, column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  for (int t = 0; t < (k + TILE - 1) / TILE; ++t) {
    int x = t * TILE + threadIdx.x, y = t * TILE + threadIdx.y;
    a_tile[threadIdx.y][threadIdx.x] = row < m && x < k ? a[row * k + x] : 0.0f;
    b_tile[threadIdx.y][threadIdx.x] = column < n && y < k ? b[y * n + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i) sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

extern "C" void solve(const float* a, const float* b, float* c, int m, int n, int k) {
  multiply<<<dim3((n + TILE - 1) / TILE, (m + TILE - 1) / TILE), dim3(TILE, TILE)>>>(a, b, c, m, n, k);
  cudaDeviceSynchronize();
}
