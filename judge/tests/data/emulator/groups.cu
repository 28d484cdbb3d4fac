// Cooperative groups: blocks, tiles, coalesced threads, partitions, reductions and scans, the whole grid.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_runtime.h>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void sizes(int* out) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  int* o = out + 10 * block.thread_rank();
  o[0] = block.size();
  o[1] = tile.thread_rank();
  o[2] = tile.meta_group_rank();
  o[3] = tile.meta_group_size();
  o[4] = warp.size();
  o[5] = block.group_index().x;
  o[6] = block.thread_index().y;
  o[7] = tile.shfl(static_cast<int>(block.thread_rank()), 3);
  o[8] = tile.ballot(tile.thread_rank() < 3);
  o[9] = warp.shfl_xor(static_cast<int>(warp.thread_rank()), 1);
}

__global__ void reductions(const int* in, int* out, int n) {
  __shared__ int partial[32];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  const int i = blockIdx.x * blockDim.x + block.thread_rank();
  const int sum = cg::reduce(warp, i < n ? in[i] : 0, cg::plus<int>());
  if (warp.thread_rank() == 0) partial[warp.meta_group_rank()] = sum;
  cg::sync(block);
  if (block.thread_rank() == 0) {
    int total = 0;
    for (unsigned w = 0; w < warp.meta_group_size(); w++) total += partial[w];
    atomicAdd(out, total);
  }
  auto tile = cg::tiled_partition<16>(block);
  const int largest = cg::reduce(tile, static_cast<int>(threadIdx.x), cg::greater<int>());
  if (tile.thread_rank() == 0) atomicMax(out + 1, largest);
}

__global__ void scans(int* out) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  out[2 * threadIdx.x] = cg::inclusive_scan(tile, static_cast<int>(threadIdx.x) + 1, cg::plus<int>());
  out[2 * threadIdx.x + 1] = cg::exclusive_scan(tile, 1);
}

__global__ void aggregated(int* counter, int* seen) {
  if (threadIdx.x % 3 == 0) {
    cg::coalesced_group active = cg::coalesced_threads();
    int first = 0;
    if (active.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(active.size()));
    seen[active.shfl(first, 0) + active.thread_rank()] = threadIdx.x;
  }
}

__global__ void partitions(int* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto evens = cg::binary_partition(warp, threadIdx.x % 2 == 0);
  auto label = cg::labeled_partition(warp, static_cast<int>(threadIdx.x / 10));
  out[3 * threadIdx.x] = evens.size();
  out[3 * threadIdx.x + 1] = cg::reduce(label, 1, cg::plus<int>());
  out[3 * threadIdx.x + 2] = label.thread_rank();
}

struct Wide {
  double a;
  int b, c;
};

__global__ void wide_values(double* out) {
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  Wide w{threadIdx.x * 0.5, static_cast<int>(threadIdx.x), 3};
  w = warp.shfl_down(w, 2);
  out[threadIdx.x] = w.a + w.b;
}

__global__ void staged(const float* in, float* out, int n) {
  extern __shared__ float tile[];
  cg::thread_block block = cg::this_thread_block();
  cg::memcpy_async(block, tile, in + blockIdx.x * n, sizeof(float) * n);
  cg::wait(block);
  for (int i = block.thread_rank(); i < n; i += block.size()) out[blockIdx.x * n + i] = tile[n - 1 - i];
}

__global__ void plain_grid(int* out) { *out = cg::this_grid().is_valid(); }

__global__ void whole_grid(int* data, int* out, int n) {
  cg::grid_group grid = cg::this_grid();
  for (int step = 0; step < 5; step++) {
    for (int i = grid.thread_rank(); i < n; i += grid.size()) out[i] = data[(i + 1) % n] + 1;
    grid.sync();
    for (int i = grid.thread_rank(); i < n; i += grid.size()) data[i] = out[i];
    grid.sync();
  }
}

__device__ int sum_of(cg::thread_group g, int* scratch, int value) {
  const int rank = g.thread_rank();
  for (int i = g.size() / 2; i > 0; i /= 2) {
    scratch[rank] = value;
    g.sync();
    if (rank < i) value += scratch[rank + i];
    g.sync();
  }
  return value;
}

__global__ void any_group(int* out) {
  __shared__ int scratch[64];
  const int block_sum = sum_of(cg::this_thread_block(), scratch, threadIdx.x);
  if (threadIdx.x == 0) out[0] = block_sum;
}

extern "C" int run() {
  DeviceArray<int> ints(4096);
  sizes<<<2, dim3(16, 4)>>>(ints);
  const std::vector<int> s = ints.get();
  for (int i = 0; i < 64; i++) {
    const int expected[] = {64, i % 8, i / 8, 8, 32, 1, i / 16, i / 8 * 8 + 3, 7, (i % 32) ^ 1};
    for (int k = 0; k < 10; k++)
      if (k != 5) CHECK_EQUAL(s[10 * i + k], expected[k]);
  }
  const int n = 5000;
  std::vector<int> values(n);
  int sum = 0;
  for (int i = 0; i < n; i++) sum += values[i] = i % 100;
  DeviceArray<int> in(values), totals(2);
  reductions<<<(n + 191) / 192, 192>>>(in, totals, n);
  CHECK_EQUAL(totals.get()[0], sum);
  CHECK_EQUAL(totals.get()[1], 191);

  scans<<<1, 64>>>(ints);
  for (int i = 0, running = 0; i < 64; i++) {
    running = (i % 16 ? running : 0) + i + 1;
    CHECK_EQUAL(ints.get()[2 * i], running);
    CHECK_EQUAL(ints.get()[2 * i + 1], i % 16);
  }
  DeviceArray<int> counter(1), seen(64);
  aggregated<<<1, 96>>>(counter, seen);
  CHECK_EQUAL(counter.get()[0], 32);
  std::vector<int> marks(96);
  for (int i = 0; i < 32; i++) marks[seen.get()[i]]++;
  for (int i = 0; i < 96; i++) CHECK_EQUAL(marks[i], i % 3 == 0 ? 1 : 0);
  partitions<<<1, 32>>>(ints);
  for (int i = 0; i < 32; i++) {
    CHECK_EQUAL(ints.get()[3 * i], 16);
    CHECK_EQUAL(ints.get()[3 * i + 1], i < 30 ? 10 : 2);
    CHECK_EQUAL(ints.get()[3 * i + 2], i % 10);
  }
  DeviceArray<double> doubles(32);
  wide_values<<<1, 32>>>(doubles);
  for (int i = 0; i < 30; i++) CHECK_EQUAL(doubles.get()[i], (i + 2) * 1.5);

  std::vector<float> floats(300);
  for (int i = 0; i < 300; i++) floats[i] = i;
  DeviceArray<float> from(floats), to(300);
  staged<<<3, 64, 100 * sizeof(float)>>>(from, to, 100);
  for (int i = 0; i < 300; i++) CHECK_EQUAL(to.get()[i], i / 100 * 100 + 99 - i % 100);

  int size = 1000;
  std::vector<int> ring(size);
  for (int i = 0; i < size; i++) ring[i] = i;
  DeviceArray<int> data(ring), out(size);
  int* pointers[] = {data, out};
  void* arguments[] = {&pointers[0], &pointers[1], &size};
  plain_grid<<<1, 1>>>(ints);
  CHECK_EQUAL(ints.get()[0], 0);
  void* ints_only[] = {&pointers[1]};
  CHECK_EQUAL(cudaLaunchCooperativeKernel((void*)plain_grid, dim3(8), dim3(64), ints_only, 0, 0), cudaSuccess);
  CHECK_EQUAL(out.get()[0], 1);
  CHECK_EQUAL(cudaLaunchCooperativeKernel((void*)whole_grid, dim3(8), dim3(64), arguments, 0, 0), cudaSuccess);
  CHECK_EQUAL(cudaDeviceSynchronize(), cudaSuccess);
  for (int i = 0; i < size; i++) CHECK_EQUAL(data.get()[i], (i + 5) % size + 5);
  CHECK_EQUAL(cudaLaunchCooperativeKernel((void*)whole_grid, dim3(1 << 20), dim3(64), arguments, 0, 0),
              cudaErrorCooperativeLaunchTooLarge);
  cudaGetLastError();
  any_group<<<1, 64>>>(ints);
  CHECK_EQUAL(ints.get()[0], 2016);
  return failures;
}
