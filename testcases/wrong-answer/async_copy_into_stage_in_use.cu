// exam: problem=reduction verdict=wrong-answer size=small timed=no
// exam: emulated says "the answer depends on when an asynchronous copy arrives"
// Two tiles are fetched ahead into two stages: the copy goes into the stage that is read until the end of the round.
#include <cuda_pipeline.h>
#include <cuda_runtime.h>

constexpr int threads = 256, tiles = 16, stages = 2;

// Each block sums up some tiles. Each thread reads a whole tile, from its own place on.
__global__ void sum(const float* input, float* output, int N) {
  __shared__ float tile[stages][threads];
  const int t = threadIdx.x, base = blockIdx.x * threads * tiles;
  auto fetch = [&](int i) {
    const int at = base + i * threads + t;
    if (i < tiles) __pipeline_memcpy_async(&tile[i % stages][t], input + min(at, N - 1), 4);
    __pipeline_commit();
  };
  fetch(0);
  fetch(1);
  float total = 0.0f;
  for (int i = 0; i < tiles; ++i) {
    __pipeline_wait_prior(1);
    __syncthreads();
    fetch(i + 2);
    const int left = N - base - i * threads;
    for (int k = 0; k < threads; ++k) {
      const int at = (t + k) % threads;
      if (at < left) total += tile[i % stages][at];
    }
  }
  if (t == 0) atomicAdd(output, total);
}

extern "C" void solve(const float* input, float* output, int N) {
  cudaMemsetAsync(output, 0, sizeof(float));
  const int span = threads * tiles;
  sum<<<(N + span - 1) / span, threads>>>(input, output, N);
}
