// exam: problem=vector-addition verdict=accepted
// Some threads of each block return before the grid's barrier: those that have left do not hold up the others of their block.
#include <cooperative_groups.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) C[i] = A[i];
  if (threadIdx.x >= 40) return;
  cooperative_groups::this_grid().sync();
  for (int i = blockIdx.x * 40 + threadIdx.x; i < N; i += gridDim.x * 40) C[i] += B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  void* arguments[] = {&A, &B, &C, &N};
  cudaLaunchCooperativeKernel((const void*)add, dim3(4), dim3(64), arguments, 0, nullptr);
}
