// Thread block clusters: their sizes, their barrier, and the shared memory of other blocks.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "check.h"

namespace cg = cooperative_groups;

constexpr int threads = 64;

/// Each block reads what its neighbour has written, several times.
__global__ void __cluster_dims__(4, 1, 1) __launch_bounds__(threads) rounds(int* out, int count) {
  __shared__ int values[threads];
  const cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
  int sum = 0;
  for (int i = 0; i < count; ++i) {
    values[threadIdx.x] = blockIdx.x * 1000 + threadIdx.x + i;
    cluster.sync();
    sum += cluster.map_shared_rank(values, next)[threads - 1 - threadIdx.x];
    cluster.sync();
  }
  out[blockIdx.x * threads + threadIdx.x] = sum;
}

/// Places within a cluster of 2 x 2 blocks.
__global__ void places(int* out) {
  __shared__ int mark;
  auto cluster = cg::this_cluster();
  const dim3 index = cluster.block_index(), dim = cluster.dim_blocks(), thread = cluster.thread_index();
  mark = blockIdx.x + 100 * blockIdx.y;
  auto token = cluster.barrier_arrive();
  const bool is_right = index.x == blockIdx.x % 2 && index.y == blockIdx.y % 2 && dim.x == 2 && dim.y == 2 && dim.z == 1 &&
                        thread.x == index.x * blockDim.x && cluster.num_threads() == 4 && cluster.dim_threads().y == 2 &&
                        cluster.thread_rank() == cluster.block_rank() && cluster.block_rank() == index.x + 2 * index.y;
  cluster.barrier_wait(std::move(token));
  int* const corner = cluster.map_shared_rank(&mark, 3);
  const int expected = (blockIdx.x | 1) + 100 * (blockIdx.y | 1);
  out[blockIdx.x + gridDim.x * blockIdx.y] = is_right && *corner == expected && cluster.query_shared_rank(corner) == 3 &&
                                             cluster.query_shared_rank(&mark) == cluster.block_rank();
  cluster.sync();
}

/// A histogram whose bins are spread over the blocks, in dynamic shared memory.
__global__ void bins(const int* values, int* histogram, int count, int bins_of_block) {
  extern __shared__ int own[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x) own[i] = 0;
  cluster.sync();
  for (int i = cluster.thread_rank(); i < count; i += cluster.num_threads())
    atomicAdd(cluster.map_shared_rank(own, values[i] / bins_of_block) + values[i] % bins_of_block, 1);
  cluster.sync();
  for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x)
    histogram[cluster.block_rank() * bins_of_block + i] = own[i];
}

/// Threads that have left count as arrived, and one warp alone waits for the others' blocks.
template <int N>
__global__ void __cluster_dims__(N) leavers(int* out) {
  __shared__ int value;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) value = 0;
  cluster.sync();
  if (threadIdx.x >= 32 + 8 * cluster.block_rank()) return;
  if (threadIdx.x == 0) *cluster.map_shared_rank(&value, (cluster.block_rank() + 1) % N) = 5 + cluster.block_rank();
  cluster.barrier_arrive();
  __syncthreads();
  cluster.barrier_wait();
  if (threadIdx.x == 31) out[blockIdx.x] = value;
}

/// One block is a cluster, too.
__global__ void alone(int* out) {
  __shared__ int value;
  auto cluster = cg::this_cluster();
  if (threadIdx.x == 0) value = 7;
  cluster.sync();
  out[threadIdx.x] = *cluster.map_shared_rank(&value, 0) + static_cast<int>(cluster.num_blocks() + cluster.block_rank());
}

__global__ void __cluster_dims__(2) grid_of_clusters(int* out, int* total) {
  __shared__ int value;
  if (threadIdx.x == 0) value = blockIdx.x + 1;
  cg::this_cluster().sync();
  if (threadIdx.x == 0) atomicAdd(total, *cg::this_cluster().map_shared_rank(&value, cg::this_cluster().block_rank() ^ 1));
  cg::this_grid().sync();
  if (threadIdx.x == 0) out[blockIdx.x] = *total;
  cg::this_cluster().sync();
}

static cudaLaunchConfig_t configuration(dim3 grid, dim3 block, cudaLaunchAttribute* attribute, dim3 cluster) {
  attribute->id = cudaLaunchAttributeClusterDimension;
  attribute->val.clusterDim.x = cluster.x;
  attribute->val.clusterDim.y = cluster.y;
  attribute->val.clusterDim.z = cluster.z;
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.attrs = attribute;
  config.numAttrs = 1;
  return config;
}

static void check_bins() {
  constexpr int count = 5000, all = 120;
  std::vector<int> values(count), expected(all);
  for (int i = 0; i < count; ++i) ++expected[values[i] = i * 37 % 113];
  DeviceArray<int> in(values), out(all);
  cudaLaunchAttribute attribute;
  cudaLaunchConfig_t config = configuration(3, threads, &attribute, 3);
  config.dynamicSmemBytes = all / 3 * sizeof(int);
  CHECK_EQUAL(cudaLaunchKernelEx(&config, bins, static_cast<const int*>(in.data()), out.data(), count, all / 3), cudaSuccess);
  CHECK(out.get() == expected);
}

static void check_errors(int* out) {
  cudaLaunchAttribute attribute;
  cudaLaunchConfig_t config = configuration(3, 1, &attribute, 2);
  CHECK(cudaLaunchKernelEx(&config, places, out) != cudaSuccess);
  CHECK(cudaGetLastError() != cudaSuccess);
  config = configuration(32, 1, &attribute, 32);
  CHECK(cudaLaunchKernelEx(&config, places, out) != cudaSuccess);
  CHECK(cudaGetLastError() != cudaSuccess);
  rounds<<<6, threads>>>(out, 1);
  CHECK(cudaGetLastError() != cudaSuccess);
  int can = 0;
  CHECK_EQUAL(cudaDeviceGetAttribute(&can, cudaDevAttrClusterLaunch, 0), cudaSuccess);
  CHECK_EQUAL(can, 1);
  config = configuration(16, 1, &attribute, 2);
  int size = 0, active = 0;
  CHECK_EQUAL(cudaOccupancyMaxPotentialClusterSize(&size, places, &config), cudaSuccess);
  CHECK_EQUAL(size, 8);
  CHECK_EQUAL(cudaOccupancyMaxActiveClusters(&active, places, &config), cudaSuccess);
  CHECK(active > 0);
}

extern "C" int run() {
  DeviceArray<int> out(16 * threads), total(1);
  rounds<<<16, threads>>>(out, 3);
  const std::vector<int> sums = out.get();
  for (int block = 0; block < 16; ++block)
    for (int i = 0; i < threads; ++i)
      CHECK_EQUAL(sums[block * threads + i], 3 * ((block / 4 * 4 + (block + 1) % 4) * 1000 + threads - 1 - i) + 3);

  cudaLaunchAttribute attribute;
  cudaLaunchConfig_t config = configuration(dim3(4, 6), 1, &attribute, dim3(2, 2));
  CHECK_EQUAL(cudaLaunchKernelEx(&config, places, out.data()), cudaSuccess);
  const std::vector<int> marks = out.get();
  for (int block = 0; block < 24; ++block) CHECK_EQUAL(marks[block], 1);

  check_bins();
  leavers<4><<<8, threads>>>(out.data());
  const std::vector<int> left = out.get();
  for (int block = 0; block < 8; ++block) CHECK_EQUAL(left[block], 5 + (block + 3) % 4);
  alone<<<2, threads>>>(out);
  CHECK_EQUAL(out.get()[threads - 1], 8);

  int *result = out, *sum = total;
  void* arguments[] = {&result, &sum};
  CHECK_EQUAL(cudaLaunchCooperativeKernel((const void*)grid_of_clusters, dim3(6), dim3(threads), arguments, 0, 0), cudaSuccess);
  CHECK_EQUAL(out.get()[5], 21);
  check_errors(out);
  return failures;
}
