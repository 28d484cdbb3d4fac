// exam: problem=vector-addition verdict=wrong-answer
// A thread that has arrived at the barrier of its copies has not waited for them.
#include <cuda/barrier>
#include <cuda_runtime.h>

constexpr int threads = 128;

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ alignas(16) float a[threads], b[threads];
  __shared__ cuda::barrier<cuda::thread_scope_block> ready;
  const int t = threadIdx.x, i = blockIdx.x * threads + t;
  if (t == 0) init(&ready, threads);
  __syncthreads();
  if (i < N) {
    cuda::memcpy_async(&a[t], A + i, cuda::aligned_size_t<4>(4), ready);
    cuda::memcpy_async(&b[t], B + i, cuda::aligned_size_t<4>(4), ready);
  }
  auto token = ready.arrive();
  if (i < N) C[i] = a[t] + b[t];
  ready.wait(std::move(token));
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  add<<<(N + threads - 1) / threads, threads>>>(A, B, C, N);
}
