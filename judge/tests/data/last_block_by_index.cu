// The block with the last index takes it that all others have written their sums.

#include <cuda_runtime.h>

__global__ void sum(const float* input, float* parts, float* output, int N) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  float mine = 0;
  for (int i = blockIdx.x * 256 + t; i < N; i += gridDim.x * 256) mine += input[i];
  s[t] = mine;
  __syncthreads();
  for (int d = 128; d > 0; d /= 2) {
    if (t < d) s[t] += s[t + d];
    __syncthreads();
  }
  if (t == 0) parts[blockIdx.x] = s[0];
  __threadfence();
  if (blockIdx.x != gridDim.x - 1 || t != 0) return;
  float total = 0;
  for (int b = 0; b < gridDim.x; b++) total += parts[b];
  *output = total;
}

extern "C" void solve(const float* input, float* output, int N) {
  float* parts;
  cudaMalloc(&parts, 64 * sizeof(float));
  cudaMemset(parts, 0, 64 * sizeof(float));
  const int blocks = (N + 255) / 256;
  sum<<<blocks < 64 ? blocks : 64, 256>>>(input, parts, output, N);
  cudaFree(parts);
}
