// Cooperative groups: tiles of several warps, partitions and their places, one thread's calls, groups of groups.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

#include "check.h"

namespace cg = cooperative_groups;

template <unsigned Size>
__global__ void large_tiles(int* out) {
  __shared__ cg::block_tile_memory<1024> memory;
  __shared__ int slots[1024];
  const cg::thread_block block = cg::this_thread_block(memory);
  const auto tile = cg::tiled_partition<Size>(block);
  const int i = static_cast<int>(threadIdx.x), rank = static_cast<int>(tile.thread_rank());
  int* o = out + 12 * (blockIdx.x * blockDim.x + i);
  o[0] = rank;
  o[1] = static_cast<int>(tile.meta_group_rank());
  o[2] = static_cast<int>(tile.meta_group_size());
  o[3] = cg::reduce(tile, i, cg::plus<int>());
  o[4] = cg::reduce(tile, i ^ 5, cg::greater<int>());
  o[5] = cg::inclusive_scan(tile, 1 + i % 2, cg::plus<int>());
  o[6] = cg::exclusive_scan(tile, i);
  o[7] = tile.any(rank == 3) + 2 * tile.all(rank < 40);
  o[8] = tile.shfl(i, Size - 1);
  // Tiles take different numbers of turns: their barriers are their own.
  int sum = 0;
  for (unsigned turn = 0; turn <= tile.meta_group_rank(); turn++) {
    slots[i] = i + static_cast<int>(turn);
    tile.sync();
    sum += slots[i - rank + (rank + 33) % static_cast<int>(Size)];
    tile.sync();
  }
  o[9] = sum;
  const auto warp = cg::tiled_partition<32>(tile);
  o[10] = static_cast<int>(warp.meta_group_rank() * 100 + warp.meta_group_size());
  o[11] = static_cast<int>(tile.num_threads());
}

template <unsigned Size>
void check_large_tiles() {
  const int threads = 512, size = static_cast<int>(Size);
  DeviceArray<int> out(12 * 3 * threads);
  large_tiles<Size><<<3, threads>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const std::vector<int> got = out.get();
  for (int t = 0; t < 3 * threads; t++) {
    const int i = t % threads, rank = i % size, first = i - rank, tile = i / size;
    int total = 0, largest = 0, scanned = 0, before = 0, sum = 0;
    for (int k = first; k < first + size; k++) {
      total += k;
      largest = (k ^ 5) > largest ? (k ^ 5) : largest;
      if (k <= i) scanned += 1 + k % 2;
      if (k < i) before += k;
    }
    for (int turn = 0; turn <= tile; turn++) sum += first + (rank + 33) % size + turn;
    const int expected[] = {rank, tile, threads / size, total, largest, scanned, before, 1, first + size - 1, sum,
                            rank / 32 * 100 + size / 32, size};
    for (int k = 0; k < 12; k++) CHECK_EQUAL(got[12 * t + k], expected[k]);
  }
}

__global__ void partitions(int* out) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const int i = static_cast<int>(threadIdx.x);
  int* o = out + 12 * i;
  const auto label = cg::labeled_partition(warp, i * 7 % 5);
  o[0] = static_cast<int>(label.size() + 100 * label.thread_rank());
  o[1] = static_cast<int>(label.meta_group_rank() + 100 * label.meta_group_size());
  const auto half = cg::binary_partition(warp, i % 3 == 0);
  o[2] = static_cast<int>(half.size() + 100 * half.thread_rank());
  o[3] = static_cast<int>(half.meta_group_rank() + 100 * half.meta_group_size());
  const auto whole = cg::binary_partition(warp, true);
  o[4] = static_cast<int>(whole.meta_group_rank() + 100 * whole.meta_group_size());
  const auto quarter = cg::tiled_partition(half, 4);
  o[5] = static_cast<int>(quarter.size() + 100 * quarter.thread_rank() + 1000 * quarter.meta_group_rank());
  int calls = 0;
  cg::invoke_one(warp, [&] { calls++; });
  o[6] = __popc(__ballot_sync(0xffffffffu, calls));
  const auto small = cg::tiled_partition<8>(warp);
  o[7] = static_cast<int>(small.meta_group_rank() + 100 * small.meta_group_size());
  o[8] = cg::invoke_one_broadcast(small, [=](int add) { return i / 8 + add; }, 50);
  o[9] = static_cast<int>(half.ballot(i % 2) + half.match_any(i % 4));
  o[10] = cg::reduce(half, i, cg::bit_xor<int>()) + half.shfl(i, 2) + half.shfl_down(i, 1) + half.shfl_up(i, 1);
  o[11] = static_cast<int>(cg::this_thread().num_threads() + cg::this_thread().thread_rank());
}

void check_partitions() {
  DeviceArray<int> out(12 * 32);
  partitions<<<1, 32>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  const std::vector<int> got = out.get();
  for (int i = 0; i < 32; i++) {
    std::vector<int> label, half, firsts;
    for (int k = 0; k < 32; k++) {
      if (k * 7 % 5 == i * 7 % 5) label.push_back(k);
      if ((k % 3 == 0) == (i % 3 == 0)) half.push_back(k);
    }
    const auto rank_in = [i](const std::vector<int>& group) {
      int rank = 0;
      while (group[rank] != i) rank++;
      return rank;
    };
    const int size = static_cast<int>(half.size()), rank = rank_in(half);
    int ballot = 0, match = 0, exclusive_or = 0;
    for (int k = 0; k < size; k++) {
      ballot |= half[k] % 2 << k;
      match |= (half[k] % 4 == i % 4) << k;
      exclusive_or ^= half[k];
    }
    const int left = size - rank / 4 * 4;
    const int expected[] = {
        static_cast<int>(label.size()) + 100 * rank_in(label),
        label[0] + 500,
        size + 100 * rank,
        (i % 3 == 0) + 200,
        100,
        (left < 4 ? left : 4) + 100 * (rank % 4) + 1000 * (rank / 4),
        1,
        i / 8 + 400,
        i / 8 + 50,
        ballot + match,
        exclusive_or + half[2] + half[rank + 1 < size ? rank + 1 : rank] + half[rank > 0 ? rank - 1 : 0],
        1};
    for (int k = 0; k < 12; k++) CHECK_EQUAL(got[12 * i + k], expected[k]);
  }
}

__global__ void cooperative(int* counter, int* out) {
  const cg::grid_group grid = cg::this_grid();
  if (threadIdx.x == 0) atomicAdd(counter, 1);
  grid.sync();
  const int after_all = *static_cast<volatile int*>(counter);
  grid.barrier_wait(grid.barrier_arrive());
  if (grid.thread_rank() == 0) *counter = 1000;
  grid.sync();
  out[grid.thread_rank()] = after_all * 10000 + *static_cast<volatile int*>(counter) +
                            static_cast<int>(grid.block_rank() + grid.num_blocks() + grid.num_threads());
}

void check_cooperative() {
  const int blocks = 5, threads = 64;
  DeviceArray<int> counter(1), out(blocks * threads);
  int *c = counter, *o = out;
  void* arguments[] = {&c, &o};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(cooperative), dim3(blocks), dim3(threads), arguments, 0,
                                    0) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < blocks * threads; i++)
    CHECK_EQUAL(out.get()[i], blocks * 10000 + 1000 + i / threads + blocks + blocks * threads);
  // In blocks that can't all be on the device at once nobody could wait for all.
  CHECK_EQUAL(
      cudaLaunchCooperativeKernel(reinterpret_cast<void*>(cooperative), dim3(1 << 20), dim3(threads), arguments, 0, 0),
      cudaErrorCooperativeLaunchTooLarge);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
  // By launch attributes.
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(blocks), config.blockDim = dim3(threads), config.attrs = &attribute, config.numAttrs = 1;
  CHECK(cudaMemset(c, 0, sizeof(int)) == cudaSuccess);
  CHECK(cudaLaunchKernelEx(&config, cooperative, c, o) == cudaSuccess);
  CHECK_EQUAL(out.get()[0], blocks * 10000 + 1000 + blocks + blocks * threads);
}

// One of two arrays, by an index that is converted first.
__global__ void choose(const int* a, const int* b, int* out) {
  __shared__ int low[8], high[8];
  const int t = threadIdx.x;
  const bool is_low = t < 4;
  low[t] = t;
  high[t] = -t;
  __syncthreads();
  out[t] = (is_low ? a : b)[(size_t)t] + (is_low ? b : a)[int(t * 0.5f)];
  if (t < 8) (is_low ? low : high)[(unsigned)t] += 100;
  __syncthreads();
  out[8 + t] = low[t] * 1000 + high[t];
}

void check_choice() {
  DeviceArray<int> a({10, 11, 12, 13, 14, 15, 16, 17}), b({20, 21, 22, 23, 24, 25, 26, 27}), out(16);
  choose<<<1, 8>>>(a, b, out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  for (int i = 0; i < 8; i++) {
    CHECK_EQUAL(out.get()[i], 30 + i + i / 2);
    CHECK_EQUAL(out.get()[8 + i], i < 4 ? (100 + i) * 1000 - i : i * 1000 + 100 - i);
  }
}

extern "C" int run() {
  check_choice();
  check_large_tiles<64>();
  check_large_tiles<128>();
  check_large_tiles<256>();
  check_large_tiles<512>();
  check_partitions();
  check_cooperative();
  return failures;
}
