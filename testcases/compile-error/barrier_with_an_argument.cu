// exam: problem=relu verdict=compile-error
// __syncthreads() takes no argument.
__global__ void relu(const float* input, float* output, int N) {
  __shared__ float tile[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < N ? input[i] : 0.0f;
  __syncthreads(1);  // exam: here
  if (i < N) output[i] = fmaxf(tile[threadIdx.x], 0.0f);
}

extern "C" void solve(const float* input, float* output, int N) { relu<<<(N + 255) / 256, 256>>>(input, output, N); }
