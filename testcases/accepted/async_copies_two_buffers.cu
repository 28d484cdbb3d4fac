// exam: problem=gemm-f32 verdict=accepted
// Two buffers by the primitives of cuda_pipeline.h: the last round has no newer group, so it waits for all.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int T = 16;

__device__ void fetch(float (*a)[T], float (*b)[T], const float* A, const float* B, int M, int N, int K, int k0) {
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * T + y, col = blockIdx.x * T + x;
  if (row < M && k0 + x < K) __pipeline_memcpy_async(&a[y][x], A + row * K + k0 + x, 4);
  else a[y][x] = 0.0f;
  if (k0 + y < K && col < N) __pipeline_memcpy_async(&b[y][x], B + (k0 + y) * N + col, 4);
  else b[y][x] = 0.0f;
  __pipeline_commit();
}

__global__ void gemm(const float* A, const float* B, float* C, int M, int N, int K) {
  __shared__ float a[2][T][T], b[2][T][T];
  const int row = blockIdx.y * T + threadIdx.y, col = blockIdx.x * T + threadIdx.x;
  float sum = 0.0f;
  fetch(a[0], b[0], A, B, M, N, K, 0);
  for (int k0 = 0, now = 0; k0 < K; k0 += T, now ^= 1) {
    if (k0 + T < K) fetch(a[now ^ 1], b[now ^ 1], A, B, M, N, K, k0 + T);
    __pipeline_wait_prior(k0 + T < K ? 1 : 0);
    __syncthreads();
    for (int k = 0; k < T; ++k) sum += a[now][threadIdx.y][k] * b[now][k][threadIdx.x];
    __syncthreads();
  }
  if (row < M && col < N) C[row * N + col] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int M, int N, int K) {
  gemm<<<dim3((N + T - 1) / T, (M + T - 1) / T), dim3(T, T)>>>(A, B, C, M, N, K);
}
