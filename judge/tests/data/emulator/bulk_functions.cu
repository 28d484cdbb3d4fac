// Bulk copies by the functions of <cuda/barrier> and <cuda/ptx>.
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/ptx>
#include <cuda_runtime.h>

#include <utility>

#include "check.h"

namespace cde = cuda::device::experimental;
namespace ptx = cuda::ptx;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

constexpr int tile = 256;

/// The example of the programming guide.
__global__ void add_one(int* data) {
  __shared__ alignas(16) int part[tile];
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ Barrier bar;
  if (threadIdx.x == 0) {
    init(&bar, blockDim.x);
    cde::fence_proxy_async_shared_cta();
  }
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::memcpy_async(part, data + blockIdx.x * tile, cuda::aligned_size_t<16>(sizeof(part)), bar);
    token = cuda::device::barrier_arrive_tx(bar, 1, 0);
  } else {
    token = bar.arrive();
  }
  bar.wait(std::move(token));
  for (int i = threadIdx.x; i < tile; i += blockDim.x) part[i] += 1;
  cde::fence_proxy_async_shared_cta();
  __syncthreads();
  if (threadIdx.x == 0) {
    cde::cp_async_bulk_shared_to_global(data + blockIdx.x * tile, part, sizeof part);
    cde::cp_async_bulk_commit_group();
    cde::cp_async_bulk_wait_group_read<0>();
  }
}

/// memcpy_async_tx, the bytes expected apart, and the handle.
__global__ void reversed(const float* in, float* out) {
  __shared__ alignas(16) float part[2][tile];
  __shared__ Barrier bar;
  if (threadIdx.x == 0) init(&bar, blockDim.x);
  __syncthreads();
  Barrier::arrival_token token;
  if (threadIdx.x == 0) {
    cuda::device::memcpy_async_tx(part[0], in, cuda::aligned_size_t<16>(sizeof part[0]), bar);
    cde::cp_async_bulk_global_to_shared(part[1], in + tile, sizeof part[1], bar);
    cuda::device::barrier_expect_tx(bar, sizeof part[1]);
    token = cuda::device::barrier_arrive_tx(bar, 1, sizeof part[0]);
  } else {
    token = bar.arrive(1);
  }
  if (threadIdx.x % 2) bar.wait(std::move(token));
  else
    while (!ptx::mbarrier_try_wait_parity(cuda::device::barrier_native_handle(bar), 0)) continue;
  for (int i = threadIdx.x; i < tile; i += blockDim.x) out[i] = part[1][tile - 1 - i] - part[0][i];
}

/// A pipeline of three stages by cuda::ptx.
__global__ void sums(const int* in, int* out, int stages) {
  __shared__ alignas(16) int stage[3][tile];
  __shared__ alignas(16) int total[tile];
  __shared__ alignas(8) uint64_t full[3], empty[3];
  if (threadIdx.x == 0)
    for (int i = 0; i < 3; ++i) ptx::mbarrier_init(&full[i], 1), ptx::mbarrier_init(&empty[i], blockDim.x - 32);
  __syncthreads();
  if (threadIdx.x < 32) {
    for (int i = 0; threadIdx.x == 0 && i < stages; ++i) {
      while (!ptx::mbarrier_try_wait_parity(&empty[i % 3], (i / 3 + 1) % 2)) continue;
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &full[i % 3], sizeof stage[0]);
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage[i % 3], in + i * tile, sizeof stage[0], &full[i % 3]);
    }
  } else {
    int sum = 0;
    for (int i = 0; i < stages; ++i) {
      while (!ptx::mbarrier_try_wait_parity(ptx::sem_acquire, ptx::scope_cta, &full[i % 3], i / 3 % 2)) continue;
      sum += stage[i % 3][threadIdx.x - 32] * (i + 1);
      ptx::mbarrier_arrive(&empty[i % 3]);
    }
    total[threadIdx.x - 32] = sum;
  }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, out, total, sizeof total);
    ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + tile, total, sizeof total);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>());
  }
}

/// A state, and arrivals at a barrier of another block.
__global__ void __cluster_dims__(2) partners(int* out) {
  __shared__ alignas(8) uint64_t barrier;
  __shared__ int value;
  namespace cg = cooperative_groups;
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned other = cluster.block_rank() ^ 1;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, blockDim.x + 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  ptx::barrier_cluster_arrive();
  ptx::barrier_cluster_wait();
  if (threadIdx.x == 5) *cluster.map_shared_rank(&value, other) = 10 + other;
  ptx::mbarrier_arrive(ptx::sem_release, ptx::scope_cluster, ptx::space_cluster, cluster.map_shared_rank(&barrier, other));
  if (threadIdx.x == 0) {
    const uint64_t state = ptx::mbarrier_arrive(&barrier);
    while (!ptx::mbarrier_try_wait(ptx::sem_acquire, ptx::scope_cluster, &barrier, state)) continue;
    out[blockIdx.x] = value;
  }
  cluster.sync();
}

extern "C" int run() {
  std::vector<int> numbers(3 * tile), more(3 * tile);
  for (int i = 0; i < 3 * tile; ++i) numbers[i] = i * i % 1000, more[i] = numbers[i] + 1;
  const DeviceArray<int> data(numbers);
  add_one<<<3, 128>>>(data);
  CHECK(data.get() == more);

  std::vector<float> in(2 * tile), difference(tile);
  for (int i = 0; i < 2 * tile; ++i) in[i] = i * 0.5f * (i % 3);
  for (int i = 0; i < tile; ++i) difference[i] = in[2 * tile - 1 - i] - in[i];
  const DeviceArray<float> input(in), output(tile);
  reversed<<<1, 64>>>(input, output);
  CHECK(output.get() == difference);

  constexpr int stages = 10;
  std::vector<int> staged(stages * tile), expected(2 * tile);
  for (int i = 0; i < stages * tile; ++i) {
    staged[i] = i % 97;
    expected[i % tile] += staged[i] * (i / tile + 1);
  }
  for (int i = 0; i < tile; ++i) expected[tile + i] = expected[i], expected[i] += 5;
  const DeviceArray<int> tiles(staged), totals(std::vector<int>(2 * tile, 5));
  sums<<<1, tile + 32>>>(tiles, totals, stages);
  CHECK(totals.get() == expected);

  const DeviceArray<int> values(4);
  partners<<<4, 32>>>(values);
  CHECK((values.get() == std::vector<int>{10, 11, 10, 11}));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
