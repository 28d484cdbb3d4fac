// exam: problem=reduction verdict=runtime-error,memory-limit
// exam: emulated verdict=runtime-error
// exam: emulated says "before this an allocation of"
// The size of the scratch memory overflows; nobody looks at what cudaMalloc() returns.
#include <cuda_runtime.h>

__global__ void copy(const float* input, float* scratch, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) scratch[i] = input[i];  // exam: here
}

__global__ void sum(const float* scratch, float* output, int N) {
  float total = 0;
  for (int i = 0; i < N; ++i) total += scratch[i];
  *output = total;
}

extern "C" void solve(const float* input, float* output, int N) {
  float* scratch = nullptr;
  const int bytes = N * 4 - 1000000000;
  cudaMalloc(&scratch, bytes);
  copy<<<(N + 255) / 256, 256>>>(input, scratch, N);
  sum<<<1, 1>>>(scratch, output, N);
  cudaFree(scratch);
}
