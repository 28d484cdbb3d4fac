// exam: problem=vector-addition verdict=compile-error
// exam: says "parameter 4 of solve() is 'short N', which is narrower than the number of type int that vector-addition passes (N)"
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, short N) {  // exam: here
  add<<<(N + 255) / 256, 256>>>(A, B, C, N);
}
