// exam: problem=vector-addition verdict=time-limit
// exam: emulated says "deadlock"
// The last block returns where the others wait for it.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void add(const float* A, const float* B, volatile float* C, int N) {
  if (blockIdx.x == 3) return;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += 3 * blockDim.x) C[i] = A[i] + B[i];
  cg::this_grid().sync();
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  void* arguments[] = {&A, &B, &C, &N};
  cudaLaunchCooperativeKernel((const void*)add, dim3(4), dim3(64), arguments, 0, nullptr);
}
