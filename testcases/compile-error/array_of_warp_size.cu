// exam: problem=relu verdict=compile-error
// warpSize is no constant for the compiler.
__global__ void relu(const float* input, float* output, int N) {
  const int width = warpSize;
  __shared__ float tile[width];  // exam: here
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < N ? input[i] : 0.0f;
  if (i < N) output[i] = fmaxf(tile[threadIdx.x], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 31) / 32, 32>>>(input, output, N); }
