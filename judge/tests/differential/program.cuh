#pragma once

// What every generated file includes: the functions that its kernels call, and the program around them. A file ends
// with `const Entry entries[]`, a table of its kernels; run_all() runs them and prints a line of each.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr unsigned seconds_of_a_kernel = 20;   // then SIGALRM ends the process
constexpr unsigned input_words = 4096, words_of_a_thread = 6, bins = 64, most_threads = 2048;

// Bits of numbers. NaN has one form: which one arithmetic makes is open.
__device__ inline unsigned bits(float x) { return x != x ? 0x7fc00000u : __float_as_uint(x); }
__device__ inline unsigned long long bits(double x) {
  return x != x ? 0x7ff8000000000000ull : static_cast<unsigned long long>(__double_as_longlong(x));
}
__device__ inline unsigned bits(__half x) { return __hisnan(x) ? 0x7fffu : __half_as_ushort(x); }
__device__ inline unsigned bits(__nv_bfloat16 x) { return __hisnan(x) ? 0x7fffu : __bfloat16_as_ushort(x); }

/// No NaN: its sign is open, and so is what becomes of it in an integer.
__device__ inline float plain(float x) { return x != x ? 1.0f : x; }
__device__ inline double plain(double x) { return x != x ? 1.0 : x; }

/// Numbers of ordinary size.
__device__ inline float number(int x) { return __fmul_rn(static_cast<float>(x >> 14), 0.015625f); }
__device__ inline float number(unsigned x) { return number(static_cast<int>(x)); }

/// Arithmetic of pairs of halves.
__device__ inline float half_lanes(__half a, __half b) {
  const __half2 pair = __halves2half2(a, b), other = __lowhigh2highlow(pair);
  const __half2 sum = __hfma2(__hadd2(pair, other), __hsub2(pair, other), __hmax2(pair, other));
  return __low2float(sum) + __high2float(sum);
}

__device__ inline unsigned ptx_bfe(unsigned a, unsigned b, unsigned c) {
  unsigned d;
  asm("bfe.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ inline int ptx_bfe(int a, unsigned b, unsigned c) {
  int d;
  asm("bfe.s32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ inline unsigned ptx_bfi(unsigned a, unsigned b, unsigned c, unsigned d) {
  unsigned e;
  asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(e) : "r"(a), "r"(b), "r"(c), "r"(d));
  return e;
}
__device__ inline unsigned ptx_lop3_96(unsigned a, unsigned b, unsigned c) {
  unsigned d;
  asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ inline unsigned ptx_lop3_e8(unsigned a, unsigned b, unsigned c) {
  unsigned d;
  asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ inline unsigned ptx_prmt(unsigned a, unsigned b, unsigned c) {
  unsigned d;
  asm("prmt.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ inline unsigned ptx_shf(unsigned a, unsigned b, unsigned c) {
  unsigned d;
  asm("shf.l.wrap.b32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}
__device__ inline unsigned ptx_mad_hi(unsigned a, unsigned b, unsigned c) {
  unsigned d;
  asm("mad.hi.u32 %0, %1, %2, %3;" : "=r"(d) : "r"(a), "r"(b), "r"(c));
  return d;
}

// Shuffles that read only lanes that take part: what others give is open. All lanes of the mask call them together.
template <class T>
__device__ inline T shuffle(unsigned mask, unsigned lane, T value, unsigned from, int width = 32) {
  const T got = __shfl_sync(mask, value, static_cast<int>(from), width);
  const unsigned w = static_cast<unsigned>(width), source = (lane & ~(w - 1)) | (from & (w - 1));
  return mask >> source & 1 ? got : value;
}
template <class T>
__device__ inline T shuffle_up(unsigned mask, unsigned lane, T value, unsigned delta, int width = 32) {
  const T got = __shfl_up_sync(mask, value, delta, width);
  const unsigned w = static_cast<unsigned>(width), source = (lane & (w - 1)) >= delta ? lane - delta : lane;
  return mask >> source & 1 ? got : value;
}
template <class T>
__device__ inline T shuffle_down(unsigned mask, unsigned lane, T value, unsigned delta, int width = 32) {
  const T got = __shfl_down_sync(mask, value, delta, width);
  const unsigned w = static_cast<unsigned>(width), source = (lane & (w - 1)) + delta < w ? lane + delta : lane;
  return mask >> source & 1 ? got : value;
}
template <class T>
__device__ inline T shuffle_xor(unsigned mask, unsigned lane, T value, unsigned bits_of_lane, int width = 32) {
  const T got = __shfl_xor_sync(mask, value, static_cast<int>(bits_of_lane), width);
  const unsigned segment_end = (lane | static_cast<unsigned>(width - 1)) + 1, other = lane ^ bits_of_lane;
  const unsigned source = other < segment_end ? other : lane;
  return mask >> source & 1 ? got : value;
}

/// A value of another lane of the mask, by way of shared memory; `slots` has a place for each thread of the block.
template <class T>
__device__ inline T exchange(unsigned mask, unsigned lane, unsigned tid, T* slots, T value, unsigned from) {
  const unsigned source = mask >> (from & 31) & 1 ? from & 31 : lane;
  __syncwarp(mask);
  slots[tid] = value;
  __syncwarp(mask);
  const T got = slots[tid - lane + source];
  __syncwarp(mask);
  return got;
}

/// A maximum by compare and swap.
__device__ inline void raise(unsigned* address, unsigned value) {
  unsigned seen = atomicAdd(address, 0u);
  while (seen < value) {
    const unsigned old = atomicCAS(address, seen, value);
    if (old == seen) break;
    seen = old;
  }
}

/// 16 bytes from global to shared memory, past the registers.
__device__ inline void copy_async(void* to, const void* from) {
  const unsigned address = static_cast<unsigned>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" : : "r"(address), "l"(from) : "memory");
  asm volatile("cp.async.commit_group;" : : : "memory");
  asm volatile("cp.async.wait_group 0;" : : : "memory");
}

__constant__ unsigned table[64] = {
    0x00000000u, 0xffffffffu, 0x80000000u, 0x7fffffffu, 0x00000001u, 0x3f800000u, 0xbf800000u, 0x7f800000u,
    0xff800000u, 0x7fc00000u, 0x00800000u, 0x007fffffu, 0x5a5a5a5au, 0xa5a5a5a5u, 0x00ff00ffu, 0xff00ff00u,
    0x12345678u, 0x9abcdef0u, 0x0000ffffu, 0xffff0000u, 0x40490fdbu, 0xc2280000u, 0x447a0000u, 0x4b800000u,
    0x00003c00u, 0x0000bc00u, 0x00007bffu, 0x00000400u, 0x000003ffu, 0x00007c00u, 0x0000fc00u, 0x00007e00u};

using Body = void (*)(const unsigned* in, unsigned* out, unsigned* counts, unsigned count);

using Launch = void (*)(dim3 grid, dim3 block, unsigned bytes, const unsigned* in, unsigned* out, unsigned* counts,
                        unsigned count);

/// A kernel, or a host function that launches one.
struct Entry {
  unsigned index;
  Body body;
  Launch launch;
  dim3 grid, block;
  unsigned dynamic_bytes, count;
};

/// Words of every kind: small numbers, floats of ordinary size, edges, anything.
inline std::vector<unsigned> make_input(unsigned long long seed) {
  std::vector<unsigned> input(input_words);
  unsigned long long state = seed * 2 + 1;
  for (unsigned i = 0; i < input_words; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    const unsigned random = static_cast<unsigned>(state >> 32);
    const float ordinary = static_cast<float>(static_cast<int>(random) >> 16) / 64.0f;
    switch (random >> 5 & 3) {
      case 0: input[i] = random >> 8 & 255; break;
      case 1: memcpy(&input[i], &ordinary, sizeof ordinary); break;
      default: input[i] = random; break;
    }
  }
  return input;
}

inline unsigned long long hash(const std::vector<unsigned>& words) {
  unsigned long long h = 14695981039346656037ull;
  for (const unsigned word : words)
    for (int byte = 0; byte < 4; ++byte) h = (h ^ (word >> 8 * byte & 255)) * 1099511628211ull;
  return h;
}

/// Runs one kernel; its output, then the counts that all its threads share.
inline cudaError_t run_one(const Entry& entry, unsigned* in, unsigned* out, std::vector<unsigned>& words) {
  const std::size_t out_words = most_threads * words_of_a_thread, bytes = (out_words + bins) * sizeof(unsigned);
  words.assign(out_words + bins, 0);
  if (const cudaError_t error = cudaMemset(out, 0, bytes)) return error;
  if (entry.launch) entry.launch(entry.grid, entry.block, entry.dynamic_bytes, in, out, out + out_words, entry.count);
  else entry.body<<<entry.grid, entry.block, entry.dynamic_bytes>>>(in, out, out + out_words, entry.count);
  if (const cudaError_t error = cudaGetLastError()) return error;
  return cudaMemcpy(words.data(), out, bytes, cudaMemcpyDeviceToHost);
}

/// Runs the kernels from index `first` on. Appends to the file `path`: "SEED INDEX HASH" of each, or, where `shown` is the
/// index of one, its words. What names a kernel is written before it runs, so that the file tells which one ended the
/// process. Status 3: a kernel met an error, behind which the device may be of no more use to this process.
template <std::size_t N>
int run_all(const Entry (&entries)[N], unsigned long long seed, const char* path, unsigned first, long shown) {
  const std::vector<unsigned> input = make_input(seed);
  cudaDeviceSetLimit(cudaLimitStackSize, 16 << 10);   // some functions call themselves
  unsigned *in = nullptr, *out = nullptr;
  if (cudaMalloc(&in, input_words * sizeof(unsigned)) != cudaSuccess) return 1;
  if (cudaMalloc(&out, (most_threads * words_of_a_thread + bins) * sizeof(unsigned)) != cudaSuccess) return 1;
  if (cudaMemcpy(in, input.data(), input_words * sizeof(unsigned), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
  std::FILE* const file = std::fopen(path, "a");
  if (!file) return 2;
  std::vector<unsigned> words;
  cudaError_t error = cudaSuccess;
  for (const Entry& entry : entries) {
    if (entry.index < first || (shown >= 0 && static_cast<unsigned long>(shown) != entry.index)) continue;
    std::fprintf(file, "%llu %u ", seed, entry.index);
    std::fflush(file);
    alarm(seconds_of_a_kernel);
    error = run_one(entry, in, out, words);
    if (error != cudaSuccess) std::fprintf(file, "%s\n", cudaGetErrorName(error));
    else std::fprintf(file, "%016llx\n", hash(words));
    for (std::size_t i = 0; shown >= 0 && error == cudaSuccess && i < words.size(); ++i)
      std::fprintf(file, "%llu %u.%zu %08x\n", seed, entry.index, i, words[i]);
    std::fflush(file);
    if (error != cudaSuccess) break;
  }
  std::fclose(file);
  if (error != cudaSuccess) return 3;
  cudaFree(in);
  cudaFree(out);
  return 0;
}
