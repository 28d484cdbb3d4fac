// exam: problem=reduction verdict=accepted finding=absent-lane
// Threads without an element leave before the shuffles that read them. Here they give 0, on a GPU anything.
#include <cuda_runtime.h>

__global__ void sum(const float* input, float* output, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N) return;
  float value = input[i];
  for (int step = 16; step > 0; step /= 2)
    value += __shfl_down_sync(0xffffffffu, value, step);  // exam: here
  if (threadIdx.x % 32 == 0) atomicAdd(output, value);
}

extern "C" void solve(const float* input, float* output, int N) {
  cudaMemset(output, 0, sizeof(float));
  sum<<<(N + 255) / 256, 256>>>(input, output, N);
}
