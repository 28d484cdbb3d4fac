// cp.async.bulk and cp.reduce.async.bulk in inline PTX: global memory to shared memory and back, to other blocks of a cluster.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "check.h"

constexpr int tile = 512;

__device__ uint32_t shared_address(const void* pointer) { return static_cast<uint32_t>(__cvta_generic_to_shared(pointer)); }

__device__ void init_barrier(uint64_t* barrier, uint32_t count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(count));
  asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async.shared::cta;" ::: "memory");
}

__device__ void expect(uint64_t* barrier, uint32_t bytes) {
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes) : "memory");
}

__device__ void wait(uint64_t* barrier, uint32_t parity) {
  asm volatile(
      "{\n\t.reg .pred P1;\n"
      "LAB_WAIT:\n\t"
      "mbarrier.try_wait.parity.shared::cta.b64 P1, [%0], %1;\n\t"
      "@P1 bra.uni DONE;\n\t"
      "bra.uni LAB_WAIT;\n"
      "DONE:\n\t}" ::"r"(shared_address(barrier)),
      "r"(parity)
      : "memory");
}

__device__ void load(void* to, const void* from, uint32_t bytes, uint64_t* barrier) {
  asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(to)),
               "l"(from), "r"(bytes), "r"(shared_address(barrier))
               : "memory");
}

__device__ void store(void* to, const void* from, uint32_t bytes) {
  asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to), "r"(shared_address(from)), "r"(bytes)
               : "memory");
}
__device__ void commit() { asm volatile("cp.async.bulk.commit_group;" ::: "memory"); }
__device__ void fence() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }

/// Tile after tile, two under way, both ways.
__global__ void scale(const float* in, float* out, int tiles, float factor) {
  __shared__ alignas(128) float stage[2][tile];
  __shared__ alignas(128) float result[2][tile];
  __shared__ alignas(8) uint64_t full[2];
  if (threadIdx.x == 0) {
    for (int i = 0; i < 2; ++i) init_barrier(&full[i], 1);
    for (int i = 0; i < 2 && i < tiles; ++i) {
      expect(&full[i], sizeof stage[i]);
      load(stage[i], in + (blockIdx.x * tiles + i) * tile, sizeof stage[i], &full[i]);
    }
  }
  __syncthreads();
  for (int i = 0; i < tiles; ++i) {
    const int at = i % 2;
    wait(&full[at], i / 2 % 2);
    if (threadIdx.x == 0 && i >= 2) asm volatile("cp.async.bulk.wait_group.read 1;" ::: "memory");
    __syncthreads();
    for (int k = threadIdx.x; k < tile; k += blockDim.x) result[at][k] = stage[at][k] * factor;
    fence();
    __syncthreads();
    if (threadIdx.x != 0) continue;
    store(out + (blockIdx.x * tiles + i) * tile, result[at], sizeof result[at]);
    commit();
    if (i + 2 >= tiles) continue;
    expect(&full[at], sizeof stage[at]);
    load(stage[at], in + (blockIdx.x * tiles + i + 2) * tile, sizeof stage[at], &full[at]);
  }
  if (threadIdx.x == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/// Two copies on one barrier, one with a policy; bytes expected before the arrival; stored without a wait.
__global__ void two(const int* a, const int* b, int* out) {
  extern __shared__ __align__(16) int sums[];
  __shared__ alignas(16) int left[64], right[64];
  __shared__ alignas(8) uint64_t barrier;
  if (threadIdx.x == 0) init_barrier(&barrier, blockDim.x);
  __syncthreads();
  if (threadIdx.x == 32) {
    uint64_t policy;
    asm volatile("createpolicy.fractional.L2::evict_first.b64 %0, 1.0;" : "=l"(policy));
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(shared_address(&barrier)), "r"(512));
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], %4;" ::"r"(
            shared_address(left)),
        "l"(a), "r"(256), "r"(shared_address(&barrier)), "l"(policy)
        : "memory");
    asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(b), "r"(256));
    load(right, b, 256, &barrier);
  }
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(shared_address(&barrier)) : "memory");
  wait(&barrier, 0);
  sums[threadIdx.x] = left[threadIdx.x] + right[63 - threadIdx.x];
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    store(out, sums, 256);
    commit();
    asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
  }
}

/// Sums of all blocks' elements.
__global__ void reduce(float* sums, int* least, unsigned* most, __half* halves, __nv_bfloat16* bfloats, unsigned long long* bits) {
  __shared__ alignas(16) float a[32];
  __shared__ alignas(16) int b[32];
  __shared__ alignas(16) unsigned c[32];
  __shared__ alignas(16) __half d[32];
  __shared__ alignas(16) __nv_bfloat16 e[32];
  __shared__ alignas(16) unsigned long long f[32];
  const int i = threadIdx.x, block = blockIdx.x;
  a[i] = i + block * 0.5f, b[i] = i - block, c[i] = i * 10 + block;
  d[i] = __float2half(i + block), e[i] = __float2bfloat16(block * 2.0f), f[i] = 1ull << (block + 30);
  fence();
  __syncthreads();
  if (i == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], 128;" ::"l"(sums), "r"(shared_address(a)) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.s32 [%0], [%1], 128;" ::"l"(least), "r"(shared_address(b)) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.u32 [%0], [%1], 128;" ::"l"(most), "r"(shared_address(c)) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], 64;" ::"l"(halves), "r"(shared_address(d)) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.bf16 [%0], [%1], 64;" ::"l"(bfloats), "r"(shared_address(e)) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b64 [%0], [%1], 256;" ::"l"(bits), "r"(shared_address(f)) : "memory");
    commit();
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

/// One block loads for all of its cluster; then each sends its part to the next one's shared memory, and adds to block 0's.
__global__ void __cluster_dims__(4, 1, 1) cluster(const int* in, int* out, unsigned* totals) {
  __shared__ alignas(16) int all[64], from_neighbour[64];
  __shared__ alignas(16) unsigned sum[4], one[4];
  __shared__ alignas(8) uint64_t barrier, second, third;
  uint32_t rank;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
  if (threadIdx.x < 4) sum[threadIdx.x] = 0, one[threadIdx.x] = rank + threadIdx.x;
  if (threadIdx.x == 0) {
    init_barrier(&barrier, 1), init_barrier(&second, 1), init_barrier(&third, 1);
    expect(&barrier, sizeof all), expect(&second, sizeof from_neighbour), expect(&third, rank == 0 ? 4 * sizeof sum : 0);
  }
  fence();
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
  if (rank == 1 && threadIdx.x == 0)
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], %4;" ::"r"(
            shared_address(all)),
        "l"(in + blockIdx.x / 4 * 64), "r"(256), "r"(shared_address(&barrier)), "h"(static_cast<unsigned short>(15))
        : "memory");
  wait(&barrier, 0);
  all[threadIdx.x] += rank * 1000;
  fence();
  __syncthreads();
  if (threadIdx.x == 0) {
    uint32_t to, at, sum_at, third_at;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(to) : "r"(shared_address(from_neighbour)), "r"((rank + 1) % 4));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(at) : "r"(shared_address(&second)), "r"((rank + 1) % 4));
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(sum_at) : "r"(shared_address(sum)));
    asm("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(third_at) : "r"(shared_address(&third)));
    asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(to),
                 "r"(shared_address(all)), "r"(256), "r"(at)
                 : "memory");
    asm volatile(
        "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32 [%0], [%1], %2, [%3];" ::"r"(sum_at),
        "r"(shared_address(one)), "r"(16), "r"(third_at)
        : "memory");
  }
  wait(&second, 0);
  out[blockIdx.x * 64 + threadIdx.x] = from_neighbour[threadIdx.x];
  wait(&third, 0);
  if (rank == 0 && threadIdx.x < 4) totals[blockIdx.x / 4 * 4 + threadIdx.x] = sum[threadIdx.x];
  asm volatile("barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}

void check_scale() {
  constexpr int tiles = 5, blocks = 3, count = tiles * blocks * tile;
  std::vector<float> in(count), expected(count);
  for (int i = 0; i < count; ++i) in[i] = i * 0.25f, expected[i] = in[i] * 3;
  const DeviceArray<float> input(in), output(count);
  scale<<<blocks, 128>>>(input, output, tiles, 3);
  CHECK(output.get() == expected);
}

void check_two() {
  std::vector<int> a(64), b(64), expected(64);
  for (int i = 0; i < 64; ++i) a[i] = i * i, b[63 - i] = 5 - i, expected[i] = a[i] + 5 - i;
  const DeviceArray<int> left(a), right(b), output(64);
  two<<<1, 64, 256>>>(left, right, output);
  CHECK(output.get() == expected);
}

void check_reduce() {
  constexpr int blocks = 6;
  const DeviceArray<float> sums(32);
  const DeviceArray<int> least(std::vector<int>(32, 3));
  const DeviceArray<unsigned> most(32);
  const DeviceArray<__half> halves(std::vector<__half>(32, __float2half(1)));
  const DeviceArray<__nv_bfloat16> bfloats(std::vector<__nv_bfloat16>(32, __float2bfloat16(-1)));
  const DeviceArray<unsigned long long> bits(std::vector<unsigned long long>(32, 1));
  reduce<<<blocks, 32>>>(sums, least, most, halves, bfloats, bits);
  const auto a = sums.get();
  const auto b = least.get();
  const auto c = most.get();
  const auto d = halves.get();
  const auto e = bfloats.get();
  const auto f = bits.get();
  for (int i = 0; i < 32; ++i) {
    CHECK_EQUAL(a[i], blocks * i + 7.5f);
    CHECK_EQUAL(b[i], i - 5 < 3 ? i - 5 : 3);
    CHECK_EQUAL(c[i], i * 10u + 5);
    CHECK_EQUAL(__half2float(d[i]), 1.0f + blocks * i + 15);
    CHECK_EQUAL(__bfloat162float(e[i]), 10.0f);
    CHECK_EQUAL(f[i], 1ull + (63ull << 30));
  }
}

void check_cluster() {
  constexpr int clusters = 3;
  std::vector<int> in(64 * clusters);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i);
  const DeviceArray<int> input(in), output(4 * 64 * clusters);
  const DeviceArray<unsigned> totals(4 * clusters);
  cluster<<<4 * clusters, 64>>>(input, output, totals);
  const auto got = output.get();
  const auto sums = totals.get();
  for (int block = 0; block < 4 * clusters; ++block)
    for (int i = 0; i < 64; ++i) CHECK_EQUAL(got[block * 64 + i], block / 4 * 64 + i + (block + 3) % 4 * 1000);
  for (int i = 0; i < 4 * clusters; ++i) CHECK_EQUAL(sums[i], 6u + i % 4 * 4);
}

extern "C" int run() {
  check_scale();
  check_two();
  check_reduce();
  check_cluster();
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  return failures;
}
