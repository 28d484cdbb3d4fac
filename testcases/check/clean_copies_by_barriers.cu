// exam: problem=vector-addition verdict=accepted finding=none
// A barrier for each of two buffers: its phase ends when all threads have arrived and what they copied has come.
#include <cuda/barrier>
#include <cuda_runtime.h>

constexpr int threads = 128, rounds = 5;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ alignas(16) float a[2][threads], b[2][threads];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier ready[2];
  const int t = threadIdx.x, first = blockIdx.x * threads * rounds;
  if (t == 0) {
    init(&ready[0], threads);
    init(&ready[1], threads);
  }
  __syncthreads();
  auto fetch = [&](int round) {
    // What a thread copies another one adds.
    const int i = first + round * threads + (t ^ 1), s = round & 1;
    if (round < rounds && i < N) {
      cuda::memcpy_async(&a[s][t ^ 1], A + i, cuda::aligned_size_t<4>(4), ready[s]);
      cuda::memcpy_async(&b[s][t ^ 1], B + i, sizeof(float), ready[s]);
    }
  };
  fetch(0);
  for (int round = 0; round < rounds; ++round) {
    fetch(round + 1);
    const int s = round & 1, i = first + round * threads + t;
    ready[s].wait(ready[s].arrive());
    if (i < N) C[i] = a[s][t] + b[s][t];
    __syncthreads();
  }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N + threads * rounds - 1) / (threads * rounds), threads>>>(A, B, C, N);
}
