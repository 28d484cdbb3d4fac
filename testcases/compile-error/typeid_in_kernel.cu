// exam: problem=relu verdict=compile-error
// Device code has no typeid.
#include <typeinfo>

__global__ void relu(const float* input, float* output, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (typeid(int) == typeid(float)) return;  // exam: here
  if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
