// exam: problem=dot-product verdict=wrong-answer
// exam: emulated says "right only if threads run one after the other"
// The first lane of each warp adds to one shared variable, without an atomic.
#include <cuda_runtime.h>

__global__ void dot(const float* a, const float* b, float* result, int n) {
  __shared__ float total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) mine += a[i] * b[i];
  for (int offset = 16; offset > 0; offset /= 2) mine += __shfl_down_sync(0xffffffffu, mine, offset);
  if (threadIdx.x % 32 == 0) total += mine;
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(result, total);
}

extern "C" void solve(const float* A, const float* B, float* result, int N) {
  cudaMemset(result, 0, sizeof(float));
  dot<<<128, 512>>>(A, B, result, N);
  cudaDeviceSynchronize();
}
