// exam: problem=reduction verdict=accepted
// cuda::barrier instead of __syncthreads(), cuda::atomic_ref instead of atomicAdd().
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda_runtime.h>

#include <new>

using BlockBarrier = cuda::barrier<cuda::thread_scope_block>;

template <int Size>
class Exchange {
  float values_[Size];

 public:
  __device__ float sum(float mine, BlockBarrier& barrier) {
    values_[threadIdx.x] = mine;
    for (int half = Size / 2; half > 0; half /= 2) {
      barrier.arrive_and_wait();
      if (threadIdx.x < half) values_[threadIdx.x] += values_[threadIdx.x + half];
    }
    auto token = barrier.arrive();
    barrier.wait(std::move(token));
    return values_[0];
  }
};

template <int Size>
__global__ void reduce(const float* in, float* out, int n) {
  __shared__ alignas(BlockBarrier) unsigned char raw[sizeof(BlockBarrier)];
  __shared__ Exchange<Size> exchange;
  auto* barrier = reinterpret_cast<BlockBarrier*>(raw);
  if (threadIdx.x == 0) init(barrier, blockDim.x);
  __syncthreads();

  float mine = 0;
  for (int i = blockIdx.x * Size + threadIdx.x; i < n; i += gridDim.x * Size) mine += in[i];
  const float total = exchange.sum(mine, *barrier);
  if (threadIdx.x == 0) {
    cuda::atomic_ref<float, cuda::thread_scope_device> answer(*out);
    answer.fetch_add(total, cuda::memory_order_relaxed);
  }
}

extern "C" void solve(const float* input, float* output, int N) {
  const float zero = 0;
  cudaMemcpyAsync(output, &zero, sizeof zero, cudaMemcpyHostToDevice);
  reduce<256><<<(N < 65536) ? 16 : 256, 256>>>(input, output, N);
}
