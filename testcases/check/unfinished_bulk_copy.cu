// exam: problem=vector-addition verdict=wrong-answer finding=unfinished-copy
#include <cuda/barrier>
#include <cuda_runtime.h>

#include <utility>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ alignas(16) float a[256];
  __shared__ Barrier bar;
  const int begin = blockIdx.x * blockDim.x, i = begin + threadIdx.x;
  if (threadIdx.x == 0) init(&bar, 1);
  __syncthreads();
  const int count = (N - begin < 256 ? N - begin : 256) / 4 * 4;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(a, A + begin, cuda::aligned_size_t<16>(count * sizeof(float)), bar);
    auto token = cuda::device::barrier_arrive_tx(bar, 1, count * sizeof(float));
  }
  __syncthreads();
  if (i >= N) return;
  const float first = threadIdx.x < count ? a[threadIdx.x] : A[i];  // exam: here
  C[i] = first + B[i];
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 255) / 256, 256>>>(A, B, C, N); }
