// exam: problem=relu verdict=compile-error
// A kernel prints by a stream of the host's.
#include <cuda_runtime.h>

#include <iostream>

__global__ void relu(const float* input, float* output, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0) std::cout << input[0] << std::endl;  // exam: here
  if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
