// exam: problem=relu verdict=compile-error
// gcc has __builtin_ctz(), nvcc has it for the host alone.
__global__ void relu(const float* input, float* output, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (__builtin_ctz(i + 1) > 40) return;  // exam: here
  if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
