// exam: problem=prefix-sum verdict=wrong-answer size=small timed=no
// exam: emulated says "the answer depends on the order in which the blocks of a grid run"
// The second pass finds the flags of the first, so a block that comes early takes the sums of that one.
#include <cuda_runtime.h>

constexpr int threads = 64, items = 8;

__device__ int ticket;

__device__ float wait_for(int tile, volatile int* ready, volatile float* sums) {
  while (!ready[tile]) {
  }
  __threadfence();
  return sums[tile];
}

__device__ void tell(int tile, float sum, volatile int* ready, volatile float* sums) {
  sums[tile] = sum;
  __threadfence();
  ready[tile] = 1;
}

__global__ void scan(const float* input, float share, const float* others, float* output, int N, volatile int* ready, volatile float* sums) {
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
    before = tile > 0 ? wait_for(tile - 1, ready, sums) : 0.0f;
    tell(tile, before + part[threads - 1], ready, sums);
  }
  __syncthreads();
  float sum = before + part[t] - mine;
  for (int i = first; i < min(N, first + items); ++i) {
    sum += input[i] * share;
    output[i] = others ? others[i] + sum : sum;
  }
}

__global__ void clear(int* ready, int blocks) {
  for (int i = threadIdx.x; i < blocks; i += blockDim.x) ready[i] = 0;
  if (threadIdx.x == 0) ticket = 0;
}

extern "C" void solve(const float* input, float* output, int N) {
  const int blocks = (N + threads * items - 1) / (threads * items);
  int* ready;
  float *sums, *quarters;
  cudaMalloc(&ready, blocks * sizeof(int));
  cudaMalloc(&sums, blocks * sizeof(float));
  cudaMalloc(&quarters, N * sizeof(float));
  for (float share : {0.25f, 0.75f}) {
    clear<<<1, 256>>>(ready, share < 0.5f ? blocks : 0);
    const bool is_first = share < 0.5f;
    scan<<<blocks, threads>>>(input, share, is_first ? nullptr : quarters, is_first ? quarters : output, N, ready, sums);
  }
  cudaFree(ready);
  cudaFree(sums);
  cudaFree(quarters);
}
