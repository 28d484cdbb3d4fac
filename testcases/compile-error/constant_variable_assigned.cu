// exam: problem=relu verdict=compile-error
// A kernel assigns to a __constant__ variable.
__constant__ float least;

__global__ void set(float to) {
  least = to;  // exam: here
}

__global__ void relu(const float* input, float* output, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) output[i] = fmaxf(input[i], least);
}

extern "C" void solve(const float* input, float* output, int N) {
  set<<<1, 1>>>(0.0f);
  relu<<<(N + 255) / 256, 256>>>(input, output, N);
}
