// exam: problem=vector-addition verdict=unsupported only=emulated
// exam: says "cudaDeviceGraphMemTrim"
// A function of CUDA's that the emulated runtime lacks, and that no other should be suggested for.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  cudaDeviceGraphMemTrim(0);
  add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
