// The CUDA C++ library: atomics of all kinds, barriers with arrival and waiting apart, asynchronous copies by barrier,
// pipeline, group and the C primitives, and std in kernels.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/functional>
#include <cuda/pipeline>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda_pipeline.h>

#include "check.h"

namespace cg = cooperative_groups;
constexpr int threads = 64, rounds = 5;

__global__ void atomics(int* counts, float* sum, unsigned* extremes) {
  cuda::atomic_ref<int, cuda::thread_scope_device> count(counts[0]);
  count.fetch_add(2, cuda::std::memory_order_relaxed);
  cuda::atomic_ref<float, cuda::thread_scope_device>(*sum).fetch_add(0.5f);
  cuda::atomic_ref<unsigned, cuda::thread_scope_system>(extremes[0]).fetch_max(threadIdx.x + blockIdx.x);
  cuda::atomic_ref<unsigned, cuda::thread_scope_system>(extremes[1]).fetch_min(threadIdx.x + 3);
  cuda::atomic_ref<int, cuda::thread_scope_device> cas(counts[1]);
  int old = cas.load();
  while (!cas.compare_exchange_weak(old, old + 1)) {
  }
  __shared__ cuda::atomic<int, cuda::thread_scope_block> turn;
  if (threadIdx.x == 0) turn.store(0);
  __syncthreads();
  ++turn;
  __syncthreads();
  if (threadIdx.x == 0) counts[2 + blockIdx.x] = turn.load(cuda::memory_order_acquire);
}

/// One thread waits for what another one writes.
__global__ void hand_over(int* out) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> flag;
  __shared__ int value;
  if (threadIdx.x == 0) flag.store(0);
  __syncthreads();
  if (threadIdx.x == 32) {
    value = 41;
    flag.store(1, cuda::memory_order_release);
  }
  if (threadIdx.x == 0) {
    while (flag.load(cuda::memory_order_acquire) == 0) {
    }
    *out = value + 1;
  }
}

__global__ void phases(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ int tile[threads];
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  int value = in[threadIdx.x];
  for (int round = 0; round < rounds; ++round) {
    tile[threadIdx.x] = value;
    auto token = barrier.arrive();
    const int own = value * 2;                    // beside the others' arrival
    barrier.wait(std::move(token));
    value = own + tile[(threadIdx.x + 1) % threads];
    barrier.arrive_and_wait();
  }
  out[threadIdx.x] = value;
}

__global__ void copies(const int* in, int* out) {
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  __shared__ alignas(16) int tile[4][threads];
  auto block = cg::this_thread_block();
  if (block.thread_rank() == 0) init(&barrier, block.size());
  block.sync();
  cuda::memcpy_async(block, tile[0], in, sizeof(int) * threads, barrier);
  barrier.arrive_and_wait();
  cuda::memcpy_async(&tile[1][threadIdx.x], in + threads + threadIdx.x, cuda::aligned_size_t<4>(4), barrier);
  barrier.arrive_and_wait();
  cg::memcpy_async(block, tile[2], in + 2 * threads, sizeof(int) * threads);
  cg::wait(block);
  if (threadIdx.x < threads / 4) __pipeline_memcpy_async(&tile[3][4 * threadIdx.x], in + 3 * threads + 4 * threadIdx.x, 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  for (int i = 0; i < 4; ++i) out[i * threads + threadIdx.x] = tile[i][threads - 1 - threadIdx.x];
}

/// Two stages: the next tile is fetched while one is added up.
__global__ void stages(const int* in, int* out, int tiles) {
  constexpr int count = 2;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, count> state;
  __shared__ int tile[count][threads];
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int next = 0, now = 0; now < tiles; ++now) {
    for (; next < tiles && next < now + count; ++next) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, tile[next % count], in + next * threads, sizeof(int) * threads, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum += tile[now % count][(threadIdx.x + 7) % threads];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

/// The last warp fetches, the others add up.
__global__ void roles(const int* in, int* out, int tiles) {
  constexpr int count = 2, consumers = threads - 32;
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, count> state;
  __shared__ int tile[count][consumers];
  auto block = cg::this_thread_block();
  const bool produces = threadIdx.x >= consumers;
  auto pipe = cuda::make_pipeline(block, &state, produces ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);
  int sum = 0;
  for (int i = 0; i < tiles; ++i) {
    if (produces) {
      pipe.producer_acquire();
      for (int j = threadIdx.x - consumers; j < consumers; j += 32)
        cuda::memcpy_async(&tile[i % count][j], &in[i * threads + j], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum += tile[i % count][(threadIdx.x + 7) % consumers];
      pipe.consumer_release();
    }
  }
  out[threadIdx.x] = sum;
}

__global__ void own_pipeline(const float4* in, float* out) {
  __shared__ float4 tile[threads];
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();
  cuda::memcpy_async(&tile[threadIdx.x], &in[threadIdx.x], cuda::aligned_size_t<16>(16), pipe);
  pipe.producer_commit();
  cuda::pipeline_consumer_wait_prior<0>(pipe);
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x ^ 1].y;
  pipe.consumer_release();
}

template <class T>
__device__ T largest() {
  static_assert(cuda::std::is_same_v<cuda::std::remove_const_t<const T>, T>);
  return cuda::std::numeric_limits<T>::max();
}
__global__ void standard(int* out) {
  cuda::std::array<int, 3> values = {3, 1, 2};
  auto [a, b] = cuda::std::make_pair(values[0], values.size());
  const auto t = cuda::std::make_tuple(5, 2.5f);
  out[0] = a + static_cast<int>(b);
  out[1] = cuda::std::get<0>(t) + static_cast<int>(cuda::std::get<1>(t));
  out[2] = largest<int>();
  out[3] = cuda::maximum<int>()(4, values[2]);
}

std::vector<int> numbers(int size) {
  std::vector<int> values(size);
  for (int i = 0; i < size; ++i) values[i] = (i * 37 + 11) % 101;
  return values;
}

void check_atomics() {
  DeviceArray<int> counts(6);
  DeviceArray<float> sum(1);
  DeviceArray<unsigned> extremes(std::vector<unsigned>{0, 100});
  atomics<<<4, threads>>>(counts, sum, extremes);
  const auto got = counts.get();
  CHECK_EQUAL(got[0], 2 * 4 * threads);
  CHECK_EQUAL(got[1], 4 * threads);
  for (int block = 0; block < 4; ++block) CHECK_EQUAL(got[2 + block], threads);
  CHECK_EQUAL(sum.get()[0], 0.5f * 4 * threads);
  CHECK(extremes.get()[0] == threads + 2 && extremes.get()[1] == 3);
  DeviceArray<int> handed(1);
  hand_over<<<1, threads>>>(handed);
  CHECK_EQUAL(handed.get()[0], 42);
}

void check_phases() {
  auto values = numbers(threads);
  DeviceArray<int> in(values), out(threads);
  phases<<<1, threads>>>(in, out);
  for (int round = 0; round < rounds; ++round) {
    const auto before = values;
    for (int i = 0; i < threads; ++i) values[i] = 2 * before[i] + before[(i + 1) % threads];
  }
  CHECK(out.get() == values);
}

void check_copies() {
  constexpr int tiles = 9;
  const auto values = numbers(tiles * threads);
  DeviceArray<int> in(values), out(4 * threads), sums(threads);
  copies<<<1, threads>>>(in, out);
  const auto got = out.get();
  for (int i = 0; i < 4 * threads; ++i) CHECK_EQUAL(got[i], values[i / threads * threads + threads - 1 - i % threads]);
  stages<<<1, threads>>>(in, sums, tiles);
  const auto got_sums = sums.get();
  for (int i = 0; i < threads; ++i) {
    int sum = 0;
    for (int tile = 0; tile < tiles; ++tile) sum += values[tile * threads + (i + 7) % threads];
    CHECK_EQUAL(got_sums[i], sum);
  }
  roles<<<1, threads>>>(in, sums, tiles);
  const auto got_roles = sums.get();
  for (int i = 0; i < threads - 32; ++i) {
    int sum = 0;
    for (int tile = 0; tile < tiles; ++tile) sum += values[tile * threads + (i + 7) % (threads - 32)];
    CHECK_EQUAL(got_roles[i], sum);
  }
  std::vector<float4> fours(threads);
  for (int i = 0; i < threads; ++i) fours[i] = make_float4(0, static_cast<float>(i), 0, 0);
  DeviceArray<float4> in4(fours);
  DeviceArray<float> out4(threads);
  own_pipeline<<<1, threads>>>(in4, out4);
  const auto got4 = out4.get();
  for (int i = 0; i < threads; ++i) CHECK_EQUAL(got4[i], i ^ 1);
}

extern "C" int run() {
  check_atomics();
  check_phases();
  check_copies();
  DeviceArray<int> out(4);
  standard<<<1, 1>>>(out);
  CHECK(out.get() == (std::vector<int>{6, 7, 2147483647, 4}));
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
