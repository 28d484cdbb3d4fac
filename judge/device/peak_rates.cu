// Kernels that measure a device's peak rates: they only move memory or multiply and add, each in several shapes, because the
// fastest shape differs between chips. The host takes the best of all (judge/judging/peak_rates.cpp).
// Everything goes to the legacy default stream and nothing waits.

#include <cuda_runtime.h>

namespace {

using u64 = unsigned long long;

constexpr int k_threads = 256;
constexpr int k_in_flight = 4;                               // loads that a thread has under way at once, 16 bytes each
constexpr u64 k_tile = k_threads * static_cast<u64>(k_in_flight);   // float4s that a block moves at a time

enum Traffic { k_copy = 0, k_add = 1, k_read = 2 };          // mirrors judge/judging/peak_rates.cpp

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
