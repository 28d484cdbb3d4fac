// The kernels that `judge measure-self` measures the judge with. Their names begin with add_: Nsight Compute is told to
// look at these.

#include <cuda_runtime.h>

namespace {

constexpr int k_threads = 256;

__global__ void add_naive(const float* A, const float* B, float* C, int N) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < N) C[i] = A[i] + B[i];
}

// Four neighbours a thread. Threads beyond N and below `total` do the first elements once more: work that is planted.
__global__ void add_float4(const float* A, const float* B, float* C, int N, int total) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (first >= total) return;
  if (first >= N) first = (first - N) & ~3;
  if (first + 3 < N) {
    const float4 a = *reinterpret_cast<const float4*>(A + first), b = *reinterpret_cast<const float4*>(B + first);
    *reinterpret_cast<float4*>(C + first) = make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  } else {
    for (int i = first; i < N; ++i) C[i] = A[i] + B[i];
  }
}

inline int blocks_for(int threads) { return (threads + k_threads - 1) / k_threads; }

inline void launch_naive(const float* A, const float* B, float* C, int N) {
  add_naive<<<blocks_for(N), k_threads>>>(A, B, C, N);
}

inline void launch_float4(const float* A, const float* B, float* C, int N, int extra_permille, cudaStream_t stream) {
  const int total = N + static_cast<int>(static_cast<long long>(N) * extra_permille / 1000);
  add_float4<<<blocks_for((total + 3) / 4), k_threads, 0, stream>>>(A, B, C, N, total);
}

}  // namespace
