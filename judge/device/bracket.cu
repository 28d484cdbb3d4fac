// The judge's own device code, the bracket's part: what a player needs to time calls on a GPU. Not built for the emulated runtime,
// where a launch returns only when it has ended. Each function puts its work on the legacy default stream and does not wait.

#include "sample.cuh"

namespace {

__global__ void spin_kernel(volatile u32* release, volatile u32* expired, long long rest_cycles, long long limit_cycles) {
  const long long start = clock64();
  while (*release == 0)
    if (clock64() - start > limit_cycles) {
      *expired = 1;
      return;
    }
  while (clock64() - start < rest_cycles) {
  }
}

// Each block reads a word of every 64 KiB; the sum keeps the loads alive and is never this value.
__global__ void touch_kernel(const u32* words, u64 count) {
  constexpr u64 step = 16384;
  u32 sum = 0;
  for (u64 i = threadIdx.x * step; i < count; i += blockDim.x * step) sum |= words[i] & 1;
  if (sum == 2) __trap();
}

__global__ void read_kernel(const uint4* quads, u64 count) {
  u32 bits = 0;
  for (u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; i < count; i += gridDim.x * static_cast<u64>(blockDim.x))
    bits |= quads[i].x & 1;
  if (bits == 2) __trap();
}

}  // namespace

// Each returns a cudaError_t as int.

// Holds the default stream until *release is not 0 and `rest_cycles` have passed, or sets *expired after the limit.
extern "C" int judge_spin(void* release, void* expired, long long rest_cycles, long long limit_cycles) {
  spin_kernel<<<1, 1>>>(static_cast<volatile u32*>(release), static_cast<volatile u32*>(expired), rest_cycles, limit_cycles);
  return cudaGetLastError();
}

// Brings the pages of a buffer into every multiprocessor's TLBs: four small blocks for each of at most 264 of them.
extern "C" int judge_touch(const void* pointer, u64 bytes) {
  const u64 first = (reinterpret_cast<u64>(pointer) + 3) & ~3ull, last = (reinterpret_cast<u64>(pointer) + bytes) & ~3ull;
  if (last <= first) return 0;
  touch_kernel<<<1056, 64>>>(reinterpret_cast<const u32*>(first), (last - first) / 4);
  return cudaGetLastError();
}

// Reads a buffer, whose address and size are multiples of 16, once.
extern "C" int judge_read(const void* pointer, u64 bytes) {
  read_kernel<<<1056, 256>>>(static_cast<const uint4*>(pointer), bytes / sizeof(uint4));
  return cudaGetLastError();
}

// sample.cuh's kernel, for who launches it past the functions that the player exports.
extern "C" const void* judge_sample_kernel() { return reinterpret_cast<const void*>(sample_kernel); }
