// exam: problem=vector-addition verdict=accepted,wrong-answer finding=race
// What another block of the cluster has written is read behind the block's own barrier.
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2) add(const float* A, const float* B, float* C, int N) {
  __shared__ float sums[256];
  const cg::cluster_group cluster = cg::this_cluster();
  const int i = (blockIdx.x ^ 1) * blockDim.x + threadIdx.x, own = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) sums[threadIdx.x] = A[i] + B[i];
  __syncthreads();
  if (own < N) C[own] = cluster.map_shared_rank(sums, cluster.block_rank() ^ 1)[threadIdx.x];  // exam: here
  cluster.sync();
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N + 511) / 512 * 2, 256>>>(A, B, C, N);
}
