// exam: problem=vector-addition verdict=accepted finding=none
// Tiles of 64 and 128 threads exchange their elements through shared memory: the tile's own barrier is enough.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

template <unsigned Size>
__device__ float reversed(const cg::thread_block& block, float* row, float value) {
  const auto tile = cg::tiled_partition<Size>(block);
  float* const own = row + Size * tile.meta_group_rank();
  own[tile.thread_rank()] = value;
  tile.sync();
  const float other = own[Size - 1 - tile.thread_rank()];
  tile.sync();
  return other;
}

__global__ void add(const float* A, const float* B, float* C, int N) {
  __shared__ float row[256];
  __shared__ cg::block_tile_memory<256> memory;
  const auto block = cg::this_thread_block(memory);
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = i < N ? A[i] + B[i] : 0.0f;
  sum = reversed<64>(block, row, sum);
  sum = reversed<64>(block, row, sum);
  block.sync();
  sum = reversed<128>(block, row, sum);
  sum = reversed<128>(block, row, sum);
  if (i < N) C[i] = sum;
}

extern "C" void solve(const float* A, const float* B, float* C, int N) { add<<<(N + 255) / 256, 256>>>(A, B, C, N); }
