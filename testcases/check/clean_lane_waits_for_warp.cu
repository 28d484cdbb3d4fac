// exam: problem=vector-addition verdict=accepted finding=none
// One warp loads, one adds. One lane of the latter waits for the flag; its warp learns of that by __syncwarp().
#include <cuda_runtime.h>

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ float a[32], b[32];
  __shared__ int is_full;
  if (threadIdx.x == 0) is_full = 0;
  __syncthreads();
  const int lane = threadIdx.x % 32, i = blockIdx.x * 32 + lane;
  if (threadIdx.x < 32) {
    a[31 - lane] = i < N ? A[i] : 0.0f;
    b[31 - lane] = i < N ? B[i] : 0.0f;
    __syncwarp();
    if (lane == 0) {
      __threadfence_block();
      atomicExch(&is_full, 1);
    }
  } else {
    if (lane == 0) {
      while (atomicAdd(&is_full, 0) == 0) {
      }
      __threadfence_block();
    }
    __syncwarp();
    if (i < N) C[i] = a[31 - lane] + b[31 - lane];
  }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 31) / 32, 64>>>(A, B, C, N); }
