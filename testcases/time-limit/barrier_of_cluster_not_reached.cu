// exam: problem=vector-addition verdict=time-limit
// exam: emulated says "wait at the cluster's barrier"
// One warp waits for its block where the others wait for the cluster.
#include <cooperative_groups.h>

__global__ void __cluster_dims__(2) add(const float* A, const float* B, float* C, int N) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < N; i += gridDim.x * blockDim.x) C[i] = A[i] + B[i];
  if (blockIdx.x == 0 && threadIdx.x < 32) __syncthreads();
  else cooperative_groups::this_cluster().sync();
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<8, 256>>>(A, B, C, N); }
