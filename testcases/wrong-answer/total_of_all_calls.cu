// exam: problem=reduction verdict=wrong-answer
// exam: says "as the first call of a process it is right"
// exam: says "static, __device__ and __managed__ variables"
// The sum is in a variable that nobody sets to zero: from the second call on it has those of the calls before.
#include <cuda_runtime.h>

__device__ float total;

__global__ void add(const float* input, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) atomicAdd(&total, input[i]);
}

__global__ void put(float* output) { *output = total; }

extern "C" void solve(const float* input, float* output, int N) {
  add<<<(N + 255) / 256, 256>>>(input, N);
  put<<<1, 1>>>(output);
}
