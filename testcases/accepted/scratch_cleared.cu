// exam: problem=reduction verdict=accepted timed=no
// exam: never says "finding"
// The memory of the call before comes back, and is cleared.
#include <cuda_runtime.h>

__global__ void sum(const float* input, float* total, int N) {
  float mine = 0.0f;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) mine += input[i];
  for (int apart = 16; apart > 0; apart /= 2) mine += __shfl_down_sync(~0u, mine, apart);
  if (threadIdx.x % 32 == 0) atomicAdd(total, mine);
}

extern "C" void solve(const float* input, float* output, int N) {
  float* total;
  cudaMalloc(&total, sizeof(float));
  cudaMemset(total, 0, sizeof(float));
  sum<<<64, 256>>>(input, total, N);
  cudaMemcpy(output, total, sizeof(float), cudaMemcpyDeviceToDevice);
  cudaFree(total);
}
