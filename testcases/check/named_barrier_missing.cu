// exam: problem=vector-addition verdict=accepted,wrong-answer finding=race
// One warp loads tiles, and three add. Nobody tells it that the buffer is free again: the barrier of the consumers orders these alone.
#include <cuda_runtime.h>

constexpr int consumers = 96, threads = 32 + consumers, tile = 96;

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ float a[tile], b[tile];
  const int tiles = (N + tile - 1) / tile;
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int begin = t * tile;
    if (threadIdx.x < 32) {
      for (int i = threadIdx.x; i < tile && begin + i < N; i += 32) {
        a[i] = A[begin + i];  // exam: here
        b[i] = B[begin + i];
      }
      asm volatile("bar.sync 1, %0;" ::"n"(threads) : "memory");
    } else {
      const int i = threadIdx.x - 32;
      asm volatile("bar.sync 1, %0;" ::"n"(threads) : "memory");
      if (begin + i < N) C[begin + i] = a[i] + b[i];
      asm volatile("bar.sync 2, %0;" ::"n"(consumers) : "memory");
    }
  }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<2, threads>>>(A, B, C, N); }
