// exam: problem=prefix-sum verdict=wrong-answer size=small timed=no
// exam: emulated says "the answer depends on the order in which the blocks of a grid run"
// The second pass finds the flags of the first, so a block that comes early takes the sums of that one.
#include <cuda_runtime.h>

constexpr int threads = 64, items = 8;

__device__ int ticket;

__global__ void scan(const float* input, float share, float* output, int N, volatile int* ready, volatile float* sums) {
  __shared__ float part[threads];
  __shared__ int tile;
  __shared__ float before;
  const int t = threadIdx.x;
  if (t == 0) tile = atomicAdd(&ticket, 1);
  __syncthreads();
  const int first = (tile * threads + t) * items;
  float mine = 0.0f;
  for (int i = first; i < min(N, first + items); ++i) mine += input[i] * share;
  part[t] = mine;
  __syncthreads();
  for (int apart = 1; apart < threads; apart *= 2) {
    const float x = t >= apart ? part[t - apart] : 0.0f;
    __syncthreads();
    part[t] += x;
    __syncthreads();
  }
  if (t == 0) {
    before = 0.0f;
    if (tile > 0) {
      while (!ready[tile - 1]) {
      }
      __threadfence();
      before = sums[tile - 1];
    }
    sums[tile] = before + part[threads - 1];
    __threadfence();
    ready[tile] = 1;
  }
  __syncthreads();
  float sum = before + part[t] - mine;
  for (int i = first; i < min(N, first + items); ++i) output[i] += sum += input[i] * share;
}

__global__ void clear(int* ready, int blocks) {
  for (int i = threadIdx.x; i < blocks; i += blockDim.x) ready[i] = 0;
  if (threadIdx.x == 0) ticket = 0;
}

extern "C" void solve(const float* input, float* output, int N) {
  const int blocks = (N + threads * items - 1) / (threads * items);
  int* ready;
  float* sums;
  cudaMalloc(&ready, blocks * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(float));
  cudaMemset(output, 0, N * sizeof(float));
  for (float share : {0.25f, 0.75f}) {
    clear<<<1, 256>>>(ready, share < 0.5f ? blocks : 0);
    scan<<<blocks, threads>>>(input, share, output, N, ready, sums);
  }
  cudaFree(ready);
  cudaFree(sums);
}
