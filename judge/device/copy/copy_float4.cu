// Four neighbours a thread, as one 16-byte load and store. On an H200 that is faster than more of them in one thread.

#include <cuda_runtime.h>

namespace {

constexpr int k_threads = 256;

__global__ void copy(const float* input, float* output, int N) {
  const int first = 4 * (blockIdx.x * k_threads + threadIdx.x);
  if (first + 3 < N) {
    *reinterpret_cast<float4*>(output + first) = *reinterpret_cast<const float4*>(input + first);
  } else {
    for (int i = first; i < N; ++i) output[i] = input[i];
  }
}

}  // namespace

extern "C" void solve(const float* input, float* output, int N) {
  copy<<<(N / 4 + k_threads) / k_threads, k_threads>>>(input, output, N);
}
