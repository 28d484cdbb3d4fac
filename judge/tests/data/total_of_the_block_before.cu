#include <cuda_runtime.h>
// Each block takes the total of the one before it, through pointers and without waiting.
__global__ void local(const float* in, float* out, float* totals, int n) {
  __shared__ float s[256];
  int i = blockIdx.x * 256 + threadIdx.x, t = threadIdx.x;
  s[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int d = 1; d < 256; d *= 2) { float v = t >= d ? s[t - d] : 0; __syncthreads(); s[t] += v; __syncthreads(); }
  const float* before = totals + blockIdx.x;
  float* mine = totals + blockIdx.x + 1;
  float base = *before;
  if (i < n) out[i] = s[t] + base;
  if (t == 255) *mine = base + s[255];
}
extern "C" void solve(const float* input, float* output, int N) {
  int blocks = (N + 255) / 256;
  float* totals; cudaMalloc(&totals, (blocks + 1) * 4); cudaMemset(totals, 0, (blocks + 1) * 4);
  local<<<blocks, 256>>>(input, output, totals, N);
  cudaFree(totals);
}
