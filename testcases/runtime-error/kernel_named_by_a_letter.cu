// exam: problem=relu verdict=runtime-error
// exam: emulated says "the launch s<<<"
// A mangled name of a type is one letter, but this is a kernel's name: not short<<<...>>>.
__global__ void s(const float* input, float* output, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) output[i] = fmaxf(input[i], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { s<<<(N + 2047) / 2048, 2048>>>(input, output, N); }
