// exam: problem=vector-addition verdict=accepted
// Two warps wait at a barrier of their own while others ask which of their lanes are active.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ float row[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t, half = t / 64, mirror = half * 64 + 63 - t % 64;
  row[t] = i < N ? A[i] + B[i] : 0.0f;
  const auto lanes = cooperative_groups::coalesced_threads();
  lanes.sync();
  __barrier_sync_count(half + 1, 64);
  const float sum = row[mirror];
  const int to = blockIdx.x * 128 + mirror;
  if (to < N) C[to] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 127) / 128, 128>>>(A, B, C, N); }
