// exam: problem=vector-addition verdict=accepted
// Persistent blocks that fetch tiles from a counter in global memory; one thread asks, a shared variable tells the rest.
#include <cuda_runtime.h>

__device__ unsigned int next_tile;

class TileScheduler {
 public:
  __device__ TileScheduler(unsigned& slot, unsigned tiles) : slot_(slot), tiles_(tiles) {}

  // False for all threads at once when nothing is left.
  __device__ bool fetch(unsigned& tile) {
    __syncthreads();
    if (threadIdx.x == 0) slot_ = atomicAdd(&next_tile, 1u);
    __syncthreads();
    tile = slot_;
    return tile < tiles_;
  }

 private:
  unsigned& slot_;
  unsigned tiles_;
};

template <int kThreads, int kItems>
__global__ __launch_bounds__(kThreads) void persistent_add(const float* a, const float* b, float* c, int n) {
  constexpr int kTile = kThreads * kItems;
  __shared__ unsigned slot;
  TileScheduler scheduler(slot, (n + kTile - 1) / kTile);
  for (unsigned tile; scheduler.fetch(tile);) {
    const int begin = tile * kTile;
#pragma unroll
    for (int item = 0; item < kItems; item++) {
      const int i = begin + item * kThreads + threadIdx.x;
      if (i < n) c[i] = a[i] + b[i];
    }
  }
}

extern "C" void solve(const float* A, const float* B, float* C, int N) {
  void* counter = nullptr;
  cudaGetSymbolAddress(&counter, next_tile);
  cudaMemsetAsync(counter, 0, sizeof(unsigned));
  persistent_add<256, 8><<<132, 256>>>(A, B, C, N);
}
