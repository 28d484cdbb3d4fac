// Kernels that measure a device's peak rates: they only move memory or multiply and add, each in several shapes, because the
// fastest shape differs between chips. The host takes the best of all (judge/passes/peak_rates.cpp).
// Everything goes to the legacy default stream and nothing waits.

#include <cuda_runtime.h>

namespace {

using u64 = unsigned long long;

constexpr int k_threads = 256;
constexpr int k_in_flight = 4;                               // loads that a thread has under way at once, 16 bytes each
constexpr u64 k_tile = k_threads * static_cast<u64>(k_in_flight);   // float4s that a block moves at a time

enum Traffic { k_copy = 0, k_add = 1, k_read = 2 };          // mirrors judge/passes/peak_rates.cpp

// Elements are streamed (evict first): nothing here is used twice.
template <int traffic>
__global__ void __launch_bounds__(k_threads) traffic_kernel(const float4* a, const float4* b, float4* c, u64 tiles) {
  float sum = 0;
  for (u64 tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    const u64 first = tile * k_tile + threadIdx.x;
    float4 x[k_in_flight], y[k_in_flight];
#pragma unroll
    for (int i = 0; i < k_in_flight; ++i) x[i] = __ldcs(a + first + i * k_threads);
    if (traffic == k_add) {
#pragma unroll
      for (int i = 0; i < k_in_flight; ++i) y[i] = __ldcs(b + first + i * k_threads);
#pragma unroll
      for (int i = 0; i < k_in_flight; ++i)
        x[i] = make_float4(x[i].x + y[i].x, x[i].y + y[i].y, x[i].z + y[i].z, x[i].w + y[i].w);
    }
#pragma unroll
    for (int i = 0; i < k_in_flight; ++i) {
      if (traffic == k_read) sum += (x[i].x + x[i].y) + (x[i].z + x[i].w);
      else __stcs(c + first + i * k_threads, x[i]);
    }
  }
  // The buffers hold positive numbers: this keeps the loads alive and never writes.
  if (traffic == k_read && sum < 0) c[0].x = sum;
}

constexpr int k_chains = 8;   // independent sums in each thread: four cycles of latency and then some are covered

__global__ void __launch_bounds__(k_threads, 8) fma_kernel(float* sink, float factor, float term, int rounds) {
  float x[k_chains];
#pragma unroll
  for (int i = 0; i < k_chains; ++i) x[i] = static_cast<float>(threadIdx.x + i);
#pragma unroll 16
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int i = 0; i < k_chains; ++i) x[i] = fmaf(x[i], factor, term);
  float sum = 0;
#pragma unroll
  for (int i = 0; i < k_chains; ++i) sum += x[i];
  if (sum < 0) *sink = sum;   // never: factor and term are positive
}

// ---- Tensor cores. On Hopper only wgmma reaches their rate; mma does for the chips before it.

constexpr int k_products = 16;   // that are under way at once
// What one product of a warpgroup or of a warp counts: 2 * M * N * K.
constexpr double k_flops_of_wgmma[] = {0, 2.0 * 64 * 128 * 16, 2.0 * 64 * 128 * 32};
constexpr double k_flops_of_mma[] = {0, 2.0 * 16 * 8 * 16, 2.0 * 16 * 8 * 32};

#ifdef __CUDA_ARCH_FEAT_SM90_ALL

// A tile of 64 rows and one of 128 rows, of 128 bytes each, swizzled by 128 bytes: section "Matrix Descriptor" of PTX ISA.
__device__ u64 descriptor_of(const unsigned char* tile) {
  const u64 address = __cvta_generic_to_shared(tile);
  return (address & 0x3ffff) >> 4 | u64{1} << 16 | u64{1024 >> 4} << 32 | u64{1} << 62;
}

#define JUDGE_64_REGISTERS \
        "%0, %1, %2, %3, %4, %5, %6, %7, " \
        "%8, %9, %10, %11, %12, %13, %14, %15, " \
        "%16, %17, %18, %19, %20, %21, %22, %23, " \
        "%24, %25, %26, %27, %28, %29, %30, %31, " \
        "%32, %33, %34, %35, %36, %37, %38, %39, " \
        "%40, %41, %42, %43, %44, %45, %46, %47, " \
        "%48, %49, %50, %51, %52, %53, %54, %55, " \
        "%56, %57, %58, %59, %60, %61, %62, %63" \
        ""

// "+f"(d[0]), ... "+f"(d[63])
#define JUDGE_8_SUMS(kind, i) \
  kind(d[i]), kind(d[i + 1]), kind(d[i + 2]), kind(d[i + 3]), kind(d[i + 4]), kind(d[i + 5]), kind(d[i + 6]), kind(d[i + 7])
#define JUDGE_64_SUMS(kind)                                                                                     \
  JUDGE_8_SUMS(kind, 0), JUDGE_8_SUMS(kind, 8), JUDGE_8_SUMS(kind, 16), JUDGE_8_SUMS(kind, 24), JUDGE_8_SUMS(kind, 32), \
      JUDGE_8_SUMS(kind, 40), JUDGE_8_SUMS(kind, 48), JUDGE_8_SUMS(kind, 56)

__device__ void add_product(float (&d)[64], u64 a, u64 b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16 {" JUDGE_64_REGISTERS "}, %64, %65, 1, 1, 1, 0, 0;"
               : JUDGE_64_SUMS("+f")
               : "l"(a), "l"(b));
}

__device__ void add_product(int (&d)[64], u64 a, u64 b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n128k32.s32.s8.s8 {" JUDGE_64_REGISTERS "}, %64, %65, 1;"
               : JUDGE_64_SUMS("+r")
               : "l"(a), "l"(b));
}

template <class Sum>
__device__ void multiply(Sum* sink, int rounds) {
  __shared__ alignas(1024) unsigned char a[64 * 128], b[128 * 128];
  // Numbers as in real products, of magnitude 0.5 to 1 as halves: many of their bits change.
  for (unsigned i = threadIdx.x; i < sizeof b; i += blockDim.x) {
    const unsigned bits = (i + 1) * 2654435761u >> 13;
    const auto value = static_cast<unsigned char>(i % 2 ? (bits & 0x83) | 0x38 : bits);
    b[i] = value;
    if (i < sizeof a) a[i] = static_cast<unsigned char>(value ^ (i % 2 ? 0x80 & bits >> 3 : 0x5a));
  }
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  Sum d[64] = {};
  const u64 from = descriptor_of(a), also = descriptor_of(b);
  for (int round = 0; round < rounds; ++round) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
    for (int i = 0; i < k_products; ++i) add_product(d, from + i % 4 * 2, also + i % 4 * 2);   // 32 bytes further
    asm volatile("wgmma.commit_group.sync.aligned;\n wgmma.wait_group.sync.aligned 0;" ::: "memory");
  }
  Sum sum = 0;
  for (int i = 0; i < 64; ++i) sum += d[i];
  if (sum == Sum{12345}) sink[threadIdx.x % 32] = sum;   // keeps the products alive
}

#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

__device__ void add_product(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__device__ void add_product(int (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
  asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
               : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])
               : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

template <class Sum>
__device__ void multiply(Sum* sink, int rounds) {
  unsigned a[4], b[2];
  for (int i = 0; i < 4; ++i) a[i] = ((threadIdx.x + i + 1) * 2654435761u & 0x83ff83ffu) | 0x38003800u;
  for (int i = 0; i < 2; ++i) b[i] = ((threadIdx.x + i + 9) * 2246822519u & 0x83ff83ffu) | 0x38003800u;
  Sum d[k_products][4] = {};
  for (int round = 0; round < rounds; ++round)
#pragma unroll
    for (int i = 0; i < k_products; ++i) add_product(d[i], a, b);
  Sum sum = 0;
  for (int i = 0; i < k_products; ++i) sum += d[i][0] + d[i][1] + d[i][2] + d[i][3];
  if (sum == Sum{12345}) sink[threadIdx.x % 32] = sum;   // keeps the products alive
}

#else

template <class Sum>
__device__ void multiply(Sum*, int) {}

#endif

template <class Sum>
__global__ void __launch_bounds__(k_threads, 2) tensor_kernel(Sum* sink, int rounds) {
  multiply(sink, rounds);
}

// Which of the three the device's code is: 2 with wgmma, 1 with mma, 0 without tensor cores.
__global__ void tell_tensor_code(int* code) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  *code = 2;
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  *code = 1;
#else
  *code = 0;
#endif
}

}  // namespace

// Moves `bytes` of each buffer that the kind of traffic uses, with `blocks` blocks (0 = one for each tile). Bytes
// beyond the last whole tile of 16 KiB are left alone. Returns a cudaError_t.
extern "C" int judge_traffic(int traffic, const void* a, const void* b, void* c, u64 bytes, unsigned blocks) {
  const u64 tiles = bytes / (k_tile * sizeof(float4));
  const auto* from = static_cast<const float4*>(a);
  const auto* also = static_cast<const float4*>(b);
  auto* to = static_cast<float4*>(c);
  const unsigned grid = blocks == 0 || blocks > tiles ? static_cast<unsigned>(tiles) : blocks;
  if (grid == 0) return 0;
  if (traffic == k_copy) traffic_kernel<k_copy><<<grid, k_threads>>>(from, also, to, tiles);
  else if (traffic == k_add) traffic_kernel<k_add><<<grid, k_threads>>>(from, also, to, tiles);
  else traffic_kernel<k_read><<<grid, k_threads>>>(from, also, to, tiles);
  return cudaGetLastError();
}

// `rounds` fused multiply-adds in each chain of each thread; *flops says how many operations that makes, two for each.
extern "C" int judge_fma(void* sink, unsigned multiprocessors, int rounds, double* flops) {
  const unsigned blocks = multiprocessors * 8;
  *flops = 2.0 * k_chains * k_threads * blocks * rounds;
  fma_kernel<<<blocks, k_threads>>>(static_cast<float*>(sink), 0.999f, 0.001f, rounds);
  return cudaGetLastError();
}

// The same in tensor cores, where `arithmetic` is 1 (halves) or 2 (signed bytes), see model/arithmetic.hpp: `rounds` times
// k_products products. *flops is 0 on a device without them. The first call waits for the device.
extern "C" int judge_tensor(int arithmetic, void* sink, unsigned multiprocessors, int rounds, double* flops) {
  static int code = -1;
  *flops = 0;
  if (code < 0) {
    tell_tensor_code<<<1, 1>>>(static_cast<int*>(sink));
    if (const cudaError_t error = cudaMemcpy(&code, sink, sizeof code, cudaMemcpyDeviceToHost)) return error;
  }
  if (code == 0 || arithmetic < 1 || arithmetic > 2) return 0;
  const unsigned blocks = multiprocessors * 2;
  const double products = static_cast<double>(blocks) * (code == 2 ? k_threads / 128 : k_threads / 32) * k_products * rounds;
  *flops = products * (code == 2 ? k_flops_of_wgmma : k_flops_of_mma)[arithmetic];
  if (arithmetic == 1) tensor_kernel<<<blocks, k_threads>>>(static_cast<float*>(sink), rounds);
  else tensor_kernel<<<blocks, k_threads>>>(static_cast<int*>(sink), rounds);
  return cudaGetLastError();
}
