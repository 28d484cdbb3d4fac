// exam: problem=vector-addition verdict=compile-error
// exam: says "solve() returns int, it must return void"
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}

extern "C" int solve(const float* A, const float* B, float* C, int N) {  // exam: here
  add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
