// exam: problem=reduction verdict=accepted finding=none
// Threads without an element bring 0 to the shuffles, or are not read.
#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned mask = __ballot_sync(0xffffffffu, i < N);
  float value = i < N ? input[i] : 0.0f;
  for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
  if (i >= N) return;
  value = __shfl_sync(mask, value, 0);
  if (threadIdx.x % 32 == 0) atomicAdd(output, value);
}

extern "C" void solve(const float* input, float* output, int N) {
  cudaMemset(output, 0, sizeof(float));
  sum<<<(N + 255) / 256, 256>>>(input, output, N);
}
