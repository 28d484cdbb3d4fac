// exam: problem=hadamard-transform verdict=wrong-answer
// Only the sums go on to the next step: the transform of Haar.
#include <cuda_runtime.h>

__global__ void copy_scaled(const float* input, float* output, int count, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) output[i] = input[i] * scale;
}

__global__ void step(float* data, int pairs, int half) {
  int p = blockIdx.x * blockDim.x + threadIdx.x;
  if (p >= pairs || p % half) return;
  int i = p / half * 2 * half + p % half;
  float a = data[i], b = data[i + half];
  data[i] = a + b;
  data[i + half] = a - b;
}

extern "C" void solve(const float* input, float* output, int B, int N) {
  int count = B * N;
  copy_scaled<<<(count + 255) / 256, 256>>>(input, output, count, 1 / sqrtf((float)N));
  for (int half = 1; half < N; half *= 2) step<<<(count / 2 + 255) / 256, 256>>>(output, count / 2, half);
}
