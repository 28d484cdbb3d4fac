// exam: problem=vector-addition verdict=time-limit
// exam: emulated says "deadlock"
// The barrier of two warps expects three.
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 64) asm volatile("bar.sync 1, 96;" ::: "memory");
  if (i < N) C[i] = A[i] + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 127) / 128, 128>>>(A, B, C, N); }
