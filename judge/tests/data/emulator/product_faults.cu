// Mistakes with products of warpgroups: each function launches a kernel that makes one. All elements of A and B are 1 at first.
#include <cuda_fp16.h>
#include <cuda_runtime.h>

#include <cstdint>

enum class Mistake { none, no_wait, no_commit, overwrites, past_end, differs, stays_away, leaves, reuses };

__device__ uint64_t descriptor(const void* tile) {
  return (static_cast<uint64_t>(__cvta_generic_to_shared(tile)) & 0x3FFFF) >> 4 | 128ull >> 4 << 16 | 256ull >> 4 << 32;
}

__device__ void multiply(float (&d)[4], uint64_t a, uint64_t b) {
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"  // LINE product
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(a), "l"(b));
}

__device__ void wait() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }  // LINE wait

template <Mistake mistake>
__global__ void product(float* out) {
  __shared__ alignas(128) half a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += blockDim.x) a[i] = __float2half(1.0f);
  for (int i = threadIdx.x; i < 8 * 16; i += blockDim.x) b[i] = __float2half(1.0f);
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  if (mistake == Mistake::stays_away && threadIdx.x / 32 == 2) return;
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  multiply(d, descriptor(a), descriptor(b + (mistake == Mistake::past_end ? 64 : 0)) +
                                 (mistake == Mistake::differs && threadIdx.x == 77 ? 16 : 0));
  if (mistake != Mistake::no_commit) asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  if (mistake == Mistake::overwrites) {
    __syncthreads();
    b[threadIdx.x] = __float2half(2.0f);  // LINE overwrite
    __syncthreads();
  }
  // A thread that has left has no registers any more: those of the others are right all the same.
  if (mistake == Mistake::leaves && threadIdx.x % 4 == 1) return;
  if (mistake != Mistake::no_wait) wait();
  // What was multiplied has been read for all threads of the warpgroup.
  if (mistake == Mistake::reuses) b[threadIdx.x] = __float2half(2.0f);
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
}

/// Many groups, of which one or two are under way.
__global__ void many_groups(float* out) {
  __shared__ alignas(128) half a[64 * 16], b[8 * 16];
  for (int i = threadIdx.x; i < 64 * 16; i += 128) a[i] = __float2half(1.0f);
  b[threadIdx.x] = __float2half(1.0f);
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  for (int i = 0; i < 500; ++i) {
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    multiply(d, descriptor(a), descriptor(b));
    asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;" ::: "memory");
  }
  wait();
  for (int i = 0; i < 4; ++i) out[threadIdx.x * 4 + i] = d[i];
}

/// All elements of D that the threads have written, if they are alike, else -1.
int value_of(void (*kernel)(float*), unsigned threads) {
  float *out = nullptr, values[512];
  cudaMalloc(&out, sizeof values);
  cudaMemset(out, 0xff, sizeof values);
  kernel<<<1, threads>>>(out);
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  cudaFree(out);
  float first = values[0];
  for (const float each : values)
    if (each == each && each != first) first = -1;
  return static_cast<int>(first);
}

/// A begins at the fourth of the 128 bytes in which its swizzle repeats, and the pattern begins there, too. Row r holds r, and its other pieces -1.
__global__ void with_base_offset(int* wrong) {
  extern __shared__ __align__(1024) unsigned char memory[];
  __shared__ alignas(128) half b[8 * 16];
  constexpr int first_line = 3;
  unsigned char* const tile = memory + first_line * 128;
  for (int i = threadIdx.x; i < 64 * 64; i += 128) {
    const int row = i / 64, piece = i % 64 / 8;
    reinterpret_cast<half*>(tile)[row * 64 + (piece ^ row % 8) * 8 + i % 8] = __float2half(static_cast<float>(piece < 2 ? row : -1));
  }
  b[threadIdx.x] = __float2half(1.0f);
  asm volatile("fence.proxy.async;" ::: "memory");
  __syncthreads();
  float d[4] = {};
  const uint64_t a = (static_cast<uint64_t>(__cvta_generic_to_shared(tile)) & 0x3FFFF) >> 4 | 1024ull >> 4 << 32 |
                     static_cast<uint64_t>(first_line) << 49 | 1ull << 62;
  multiply(d, a, descriptor(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  wait();
  const int row = threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4;
  for (int i = 0; i < 4; ++i)
    if (d[i] != 16.0f * (row + i / 2 * 8)) atomicAdd(wrong, 1);
}

extern "C" int run_with_base_offset() {
  int *wrong = nullptr, count = 0;
  cudaMalloc(&wrong, sizeof(int));
  cudaMemset(wrong, 0, sizeof(int));
  with_base_offset<<<1, 128, 9 * 1024>>>(wrong);
  cudaMemcpy(&count, wrong, sizeof count, cudaMemcpyDeviceToHost);
  cudaFree(wrong);
  return count;
}

template <Mistake mistake>
int value(unsigned threads = 128) {
  return value_of(product<mistake>, threads);
}

extern "C" int run_many_groups() { return value_of(many_groups, 128) == 16 * 500 ? 0 : 1; }
extern "C" int run_right() { return value<Mistake::none>() == 16 ? 0 : 1; }
extern "C" int run_and_reuse() { return value<Mistake::reuses>() == 16 ? 0 : 1; }
extern "C" int product_not_waited_for() { return value<Mistake::no_wait>() == 0 ? 0 : 1; }
extern "C" int product_in_no_group() { return value<Mistake::no_commit>() == 0 ? 0 : 1; }
extern "C" int product_of_overwritten() { return value<Mistake::overwrites>() == 32 ? 0 : 1; }
extern "C" int product_past_end() { return value<Mistake::past_end>(); }
extern "C" int product_of_few_threads() { return value<Mistake::none>(96); }
extern "C" int product_that_differs() { return value<Mistake::differs>(); }
extern "C" int product_of_three_warps() { return value<Mistake::stays_away>(); }
extern "C" int product_of_threads_that_leave() { return value<Mistake::leaves>() == 16 ? 0 : 1; }
