// exam: problem=relu verdict=compile-error
// max(half, half) is ambiguous: __hmax() is meant.
#include <cuda_fp16.h>

__global__ void relu(const float* input, float* output, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const half zero = 0.0f;
  if (i < N) output[i] = max(half(input[i]), zero) > zero ? input[i] : 0.0f;  // exam: here
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
