// How outputs are sampled: by the bracket when the clock stops, and by the referee when it has compared, with the same sum if nothing was
// written in between.
#pragma once

#include <cuda_runtime.h>

namespace {

using u8 = unsigned char;
using u32 = unsigned int;
using u64 = unsigned long long;

__device__ u64 scrambled(u64 x) {   // the finaliser of SplitMix64 (Steele, Lea, Flood 2014)
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

constexpr int k_sampled = 1024;

// By all threads of a block: what the bytes at places that `seed` chooses are worth, each scrambled with its place. The result is thread 0's.
__device__ u64 sample_of(const u8* bytes, u64 count, u64 seed) {
  __shared__ u64 total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  u64 part = 0;
  for (int i = threadIdx.x; i < k_sampled; i += blockDim.x) {
    const u64 place = scrambled(seed + i) % count;
    part += scrambled((place << 8) + bytes[place]);
  }
  atomicAdd(&total, part);
  __syncthreads();
  return total;
}

// One block. Adds to *sum.
__global__ void sample_kernel(const u8* bytes, u64 count, u64 seed, volatile u64* sum) {
  const u64 sample = sample_of(bytes, count, seed);
  if (threadIdx.x == 0) *sum = *sum + sample;
}

}  // namespace
