// exam: problem=reduction verdict=wrong-answer size=small timed=no
// exam: emulated says "the answer depends on how far the warps of a block run apart"
// No barrier between the reads of a tile and the next round's writes. The first two threads of that race are of one warp.
#include <cuda_runtime.h>

constexpr int threads = 128, tiles = 16;

// The first warp alone reads each tile, 128 times; the others only fill the next one.
__global__ void sum(const float* input, float* output, int N) {
  __shared__ float tile[threads];
  const int t = threadIdx.x, base = blockIdx.x * threads * tiles;
  float total = 0.0f;
  for (int k = 0; k < tiles; ++k) {
    const int i = base + k * threads + t;
    tile[t] = i < N ? input[i] : 0.0f;
    __syncthreads();
    if (t < 32)
      for (int j = 0; j < threads; ++j) total += tile[(t + j) % threads];
  }
  if (t == 0) atomicAdd(output, total);
}

extern "C" void solve(const float* input, float* output, int N) {
  cudaMemset(output, 0, sizeof(float));
  const int span = threads * tiles;
  sum<<<(N + span - 1) / span, threads>>>(input, output, N);
}
