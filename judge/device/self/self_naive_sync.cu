#include "add.cuh"

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  launch_naive(A, B, C, N);
  cudaDeviceSynchronize();
}
