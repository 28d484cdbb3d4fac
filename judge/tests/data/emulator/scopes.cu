// Atomics of every width and scope; managed variables, memory pools, launch attributes, parameters that stay constant;
// a thread that waits for one that begins later.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

#include "check.h"

struct Results {
  int add, minimum, exclusive_or, exchanged;
  unsigned up, down, bits_and, bits_or;
  unsigned long long wide, wide_max;
  long long signed_min, signed_or;
  float real;
  double fine;
  __half half;
  __nv_bfloat16 bfloat;
  __half2 halves;
  __nv_bfloat162 bfloats;
  unsigned short narrow[2];
  unsigned locks[2];
  int locked_sum;
};

__global__ void atomics(Results* r) {
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  atomicAdd(&r->add, i);
  atomicAdd_block(&r->add, 1);
  atomicAdd_system(&r->add, 1);
  atomicSub(&r->add, 1);
  atomicMin_system(&r->minimum, -i);
  atomicXor_block(&r->exclusive_or, i);
  atomicExch_system(&r->exchanged, 7);
  atomicInc(&r->up, 9);
  atomicDec_system(&r->down, 9);
  atomicAnd_system(&r->bits_and, ~(1u << (i & 31)));
  atomicOr_block(&r->bits_or, 1u << (i & 31));
  atomicAdd_system(&r->wide, 1ull << 40);
  atomicMax_block(&r->wide_max, static_cast<unsigned long long>(i) << 33);
  atomicMin(&r->signed_min, -(static_cast<long long>(i) << 33));
  atomicOr(&r->signed_or, 1ll << (i & 63));
  atomicAdd_block(&r->real, 0.5f);
  atomicAdd_system(&r->fine, 0.25);
  atomicAdd(&r->half, __float2half(1.0f));
  atomicAdd(&r->bfloat, __float2bfloat16(1.0f));
  atomicAdd(&r->halves, __floats2half2_rn(1.0f, 2.0f));
  atomicAdd(&r->bfloats, __floats2bfloat162_rn(1.0f, -1.0f));
  unsigned short seen = *static_cast<volatile unsigned short*>(&r->narrow[1]), before;  // counts up by compare and swap
  do {
    before = seen;
    seen = atomicCAS(&r->narrow[1], before, static_cast<unsigned short>(before + 1));
  } while (seen != before);
  for (bool is_done = false; !is_done;)
    if (atomicCAS_system(&r->locks[0], 0u, 1u) == 0) {
      __threadfence();
      *static_cast<volatile int*>(&r->locked_sum) = *static_cast<volatile int*>(&r->locked_sum) + i;
      __threadfence();
      atomicExch(&r->locks[0], 0u);
      is_done = true;
    }
}

static void check_atomics() {
  const int threads = 128;
  std::vector<unsigned char> zero(sizeof(Results));
  DeviceArray<unsigned char> memory(zero);
  Results start = {};
  start.bits_and = ~0u;
  CHECK(cudaMemcpy(memory, &start, sizeof start, cudaMemcpyHostToDevice) == cudaSuccess);
  atomics<<<4, 32>>>(reinterpret_cast<Results*>(memory.data()));
  Results r;
  CHECK(cudaMemcpy(&r, memory, sizeof r, cudaMemcpyDeviceToHost) == cudaSuccess);
  const int sum = threads * (threads - 1) / 2;
  CHECK_EQUAL(r.add, sum + threads);
  CHECK_EQUAL(r.minimum, 1 - threads);
  CHECK_EQUAL(r.exclusive_or, 0);
  CHECK_EQUAL(r.exchanged, 7);
  CHECK_EQUAL(r.up, threads % 10);
  CHECK_EQUAL(r.down, (10 - threads % 10) % 10);
  CHECK_EQUAL(r.bits_and, 0);
  CHECK_EQUAL(r.bits_or, ~0u);
  CHECK(r.wide == static_cast<unsigned long long>(threads) << 40);
  CHECK(r.wide_max == 127ull << 33 && r.signed_min == -(127ll << 33) && r.signed_or == -1);
  CHECK_EQUAL(r.real, 64);
  CHECK_EQUAL(r.fine, 32);
  CHECK_EQUAL(__half2float(r.half), 128);
  CHECK_EQUAL(__bfloat162float(r.bfloat), 128);
  CHECK_EQUAL(__low2float(r.halves) + __high2float(r.halves), 384);
  CHECK_EQUAL(__low2float(r.bfloats) - __high2float(r.bfloats), 256);
  CHECK_EQUAL(r.narrow[0], 0);
  CHECK_EQUAL(r.narrow[1], threads);
  CHECK_EQUAL(r.locked_sum, sum);
}

__managed__ int managed = 3;
__device__ __managed__ float managed_array[4];

struct Parameters {
  int n;
  float scale, table[8];
};

__global__ void __launch_bounds__(256, 2) scaled(const __grid_constant__ Parameters p, float* __restrict__ out) {
  __builtin_assume(p.n > 0);
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (__builtin_expect(i < p.n, 1)) out[i] = p.scale * p.table[i & 7];
  if (i == 0) managed_array[2] = static_cast<float>(managed);
  if (i < 10) atomicAdd(&managed, 1);
}

static void check_launches() {
  Parameters p = {};
  p.n = 1000, p.scale = 2;
  for (int i = 0; i < 8; i++) p.table[i] = static_cast<float>(i);
  cudaMemPool_t pool;
  std::uint64_t threshold = 1 << 20, read = 0;
  CHECK(cudaDeviceGetDefaultMemPool(&pool, 0) == cudaSuccess);
  CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold) == cudaSuccess);
  CHECK(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &read) == cudaSuccess && read == threshold);
  float *first = nullptr, *second = nullptr;
  CHECK(cudaMallocAsync(&first, 4096, 0) == cudaSuccess);
  CHECK(cudaMallocFromPoolAsync(&second, 4096, pool, 0) == cudaSuccess);
  managed = 30;
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4), config.blockDim = dim3(256), config.attrs = &attribute, config.numAttrs = 1;
  CHECK(cudaLaunchKernelEx(&config, scaled, p, first) == cudaSuccess);
  void* arguments[] = {&p, &second};
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(scaled), dim3(4), dim3(256), arguments, 0, 0) == cudaSuccess);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK_EQUAL(managed, 50);
  CHECK(managed_array[2] >= 40);
  std::vector<float> got(1000);
  for (float* const memory : {first, second}) {
    CHECK(cudaMemcpy(got.data(), memory, 4000, cudaMemcpyDeviceToHost) == cudaSuccess);
    for (int i = 0; i < 1000; i++) CHECK_EQUAL(got[i], 2 * (i & 7));
    CHECK(cudaFreeAsync(memory, 0) == cudaSuccess);
  }
  CHECK(cudaMemPoolTrimTo(pool, 0) == cudaSuccess);
  std::size_t bytes = 0;
  int blocks = 0, grid = 0, block = 0;
  // Never more than a launch may ask for: 48 KiB, or what the kernel has been allowed.
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, scaled, 2, 256) == cudaSuccess);
  CHECK_EQUAL(bytes, 48 << 10);
  CHECK(cudaFuncSetAttribute(scaled, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 << 10) == cudaSuccess);
  CHECK(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, scaled, 2, 256) == cudaSuccess);
  CHECK_EQUAL(bytes, 100 << 10);
  CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, scaled, 256, 0) == cudaSuccess && blocks >= 2);
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, scaled, 0, 0) == cudaSuccess && block == 256 && grid > 0);
  CHECK_EQUAL(cudaLaunchKernel(reinterpret_cast<const void*>(scaled), dim3(4), dim3(512), arguments, 0, 0),
              cudaErrorInvalidValue);
  CHECK_EQUAL(cudaGetLastError(), cudaErrorInvalidValue);
}

__global__ void hands_over(unsigned* flags, int* out) {
  const unsigned warp = threadIdx.x / 32;
  if (threadIdx.x % 32 != 0) return;
  if (warp < 3)
    while (atomicAdd(&flags[warp + 1], 0u) == 0) {}   // the last warp begins
  out[warp] = warp < 3 ? *static_cast<volatile int*>(&out[warp + 1]) * 10 : 1;
  __threadfence();
  atomicExch(&flags[warp], 1u);
}

static void check_hand_over() {
  DeviceArray<unsigned> flags(4);
  DeviceArray<int> out(4);
  hands_over<<<1, 128>>>(flags, out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK_EQUAL(out.get()[0], 1000);
}

__device__ int peek(int* flag) { return atomicAdd(flag, 0); }
__device__ int peek_by_maximum(int* flag) { return atomicMax(flag, 0); }
__device__ void raise(int* flag, int to) { atomicMax(flag, to); }

/// The first warps talk to each other between barriers, by functions that hold the atomics.
__global__ void talks(int* out) {
  __shared__ int flags[2], sum;
  const int t = threadIdx.x;
  if (t < 2) flags[t] = 0;
  if (t == 0) sum = 0;
  __syncthreads();
  if (t == 0) {
    for (int i = 1; i <= 3; ++i) {
      raise(&flags[0], i);
      while (peek_by_maximum(&flags[1]) < i) {}
    }
    while (peek(&sum) == 0) {}
  } else if (t == 32) {
    for (int i = 1; i <= 3; ++i) {
      while (peek_by_maximum(&flags[0]) < i) {}
      raise(&flags[1], i);
    }
    atomicAdd(&sum, 5);
  }
  __syncthreads();
  out[t] = flags[1] + sum;
}

static void check_talks() {
  DeviceArray<int> out(64);
  talks<<<1, 64>>>(out);
  CHECK(cudaDeviceSynchronize() == cudaSuccess);
  CHECK_EQUAL(out.get()[63], 8);
}

struct alignas(16) Wide {
  unsigned long long low, high;
};

__global__ void exchange_wide(Wide* wide) {
  const Wide is{1, 2}, other{5, 6};
  wide[1] = atomicCAS(&wide[0], other, Wide{7, 8});
  wide[2] = atomicCAS_block(&wide[0], is, Wide{3, 4});
  wide[3] = atomicExch(&wide[0], other);
}

static void check_wide() {
  DeviceArray<Wide> wide(std::vector<Wide>(4, Wide{1, 2}));
  exchange_wide<<<1, 1>>>(wide);
  const auto got = wide.get();
  CHECK(got[0].low == 5 && got[0].high == 6);
  CHECK(got[1].low == 1 && got[1].high == 2);
  CHECK(got[2].low == 1 && got[2].high == 2);
  CHECK(got[3].low == 3 && got[3].high == 4);
}

extern "C" int run() {
  check_atomics();
  check_launches();
  check_hand_over();
  check_talks();
  check_wide();
  return failures;
}
