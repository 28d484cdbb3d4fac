// exam: problem=vector-addition verdict=wrong-answer size=small timed=no
// exam: emulated says "the answer depends on when a dependent launch begins"
// The attribute has a number for a name.
// The first kernel lets the second begin at once, which reads without cudaGridDependencySynchronize().
#include <cuda_runtime.h>

// Each element goes a long way and comes back: 1 ^ 2 ^ ... ^ 1999 is 0. The second kernel begins meanwhile.
__global__ void copy(const float* from, float* to, int N) {
  cudaTriggerProgrammaticLaunchCompletion();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N) return;
  float x = from[i];
  for (int k = 0; k < 1999; ++k) x = __int_as_float(__float_as_int(x) ^ (k + 1));
  to[i] = x;
}

__global__ void add(const float* scratch, const float* B, float* C, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = scratch[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  float* scratch;
  cudaMalloc(&scratch, N * sizeof(float));
  cudaMemset(scratch, 0, N * sizeof(float));
  const int blocks = (N + 255) / 256;
  copy<<<blocks, 256>>>(A, scratch, N);
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks);
  config.blockDim = dim3(256);
  cudaLaunchAttribute attribute[1];
  attribute[0].id = static_cast<cudaLaunchAttributeID>(6);
  attribute[0].val.programmaticStreamSerializationAllowed = 1;
  config.attrs = attribute;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, add, (const float*)scratch, B, C, N);
  cudaFree(scratch);
}
