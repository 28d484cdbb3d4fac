// exam: problem=vector-addition verdict=accepted finding=none
// One warp loads tiles two stages ahead, and three add: they hand the stages over by barriers of the warps that take part.
#include <cuda_runtime.h>

constexpr int consumers = 96, threads = 32 + consumers, tile = 96, stages = 2;

__device__ void arrive(int barrier) { asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "n"(threads) : "memory"); }
__device__ void wait(int barrier) { asm volatile("bar.sync %0, %1;" ::"r"(barrier), "n"(threads) : "memory"); }

// Barriers 1 and 2: the stage is full; 3 and 4: it is empty; 5: the consumers alone.
__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ float a[stages][tile], b[stages][tile], c[tile];
  const int tiles = (N + tile - 1) / tile;
  int round = 0;
  for (int t = blockIdx.x; t < tiles; t += gridDim.x, ++round) {
    const int at = round % stages, begin = t * tile;
    if (threadIdx.x < 32) {
      if (round >= stages) wait(3 + at);
      for (int i = threadIdx.x; i < tile && begin + i < N; i += 32) {
        a[at][i] = A[begin + i];
        b[at][i] = B[begin + i];
      }
      arrive(1 + at);
    } else {
      const int i = threadIdx.x - 32;
      wait(1 + at);
      if (begin + i < N) c[i] = a[at][i] + b[at][i];
      if (t + stages * (int)gridDim.x < tiles) arrive(3 + at);
      __barrier_sync_count(5, consumers);
      const int other = tile - 1 - i;
      if (begin + other < N) C[begin + other] = c[other];
      asm volatile("barrier.cta.sync 5, %0;" ::"n"(consumers) : "memory");
    }
  }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<2, threads>>>(A, B, C, N); }
