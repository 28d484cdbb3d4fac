// Kernels that lean on the lanes of a warp running in lockstep. Each function gives 0 where they do; built without
// --lockstep most give something else.
#include <cuda_runtime.h>

#include "check.h"

namespace {

constexpr int threads = 128;

template <class Kernel>
std::vector<int> results(Kernel kernel, int blocks = 3) {
  DeviceArray<int> out(static_cast<std::size_t>(blocks) * threads);
  kernel<<<blocks, threads>>>(out.data());
  return out.get();
}

template <class Kernel, class Expected>
int count_wrong(Kernel kernel, Expected expected) {
  const std::vector<int> out = results(kernel);
  int wrong = 0;
  for (std::size_t i = 0; i < out.size(); ++i) wrong += out[i] != expected(static_cast<int>(i) % threads);
  return wrong;
}

/// All lanes read before one of them writes, and write before one of them reads again.
__global__ void rotate(int* out) {
  __shared__ int box[threads];
  volatile int* mine = box + threadIdx.x / 32 * 32;
  const int lane = threadIdx.x % 32;
  mine[lane] = lane;
  for (int k = 0; k < 5; ++k) mine[lane] = mine[(lane + 1) % 32];
  out[blockIdx.x * threads + threadIdx.x] = mine[lane];
}

/// Lanes part, and meet again behind the branch: who waits there sees what the others wrote in it.
__global__ void broadcast(int* out) {
  __shared__ volatile int box[4];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (lane >= 16) {
    int sum = 0;
    for (int k = 0; k <= lane; ++k) sum += k;
    if (lane == 31) box[warp] = sum;
  }
  out[blockIdx.x * threads + threadIdx.x] = box[warp];
}

/// Lanes leave a loop at different times and meet behind it.
__global__ void uneven_loop(int* out) {
  __shared__ volatile int counts[threads];
  const int t = threadIdx.x, lane = t % 32;
  counts[t] = 0;
  for (int k = 0; k < lane; ++k) counts[t] = counts[t] + 1;
  out[blockIdx.x * threads + t] = counts[t / 32 * 32 + 31 - lane];
}

__device__ __noinline__ void add_to(volatile int* to, int value) { *to = *to + value; }

/// A function that is called from two places, and recursion: lanes keep together by who called whom.
__device__ __noinline__ int depth(volatile int* box, int lane, int left) {
  if (left == 0) return box[lane ^ 1];
  add_to(box + lane, 1);
  return depth(box, lane, left - 1);
}
__global__ void calls(int* out) {
  __shared__ volatile int box[threads];
  const int t = threadIdx.x, lane = t % 32;
  box[t] = 0;
  if (lane % 2) add_to(box + t, 10);
  else add_to(box + t, 20);
  out[blockIdx.x * threads + t] = depth(box + t / 32 * 32, lane, 1 + t / 32);
}

/// Some leave early; the rest goes on in step, through a shuffle and a barrier of the block.
__global__ void early_exit(int* out) {
  __shared__ volatile int box[threads];
  const int t = threadIdx.x, lane = t % 32;
  out[blockIdx.x * threads + t] = -1;
  box[t] = t;
  if (lane >= 24) return;
  box[t] = box[t / 32 * 32 + (lane + 1) % 24];
  const int other = __shfl_xor_sync(0x00ffffffu, box[t], 1);
  __syncthreads();
  out[blockIdx.x * threads + t] = other;
}

/// A lock that lanes of one warp take in turn, and a lane that the others wait for.
__global__ void wait_for_lanes(int* out) {
  __shared__ int lock, sum;
  __shared__ volatile int ready;
  const int t = threadIdx.x;
  if (t == 0) lock = sum = ready = 0;
  __syncthreads();
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      sum = sum + 1;
      __threadfence_block();
      atomicExch(&lock, 0);
      done = true;
    }
  }
  if (t == threads - 1) {
    while (atomicAdd(&sum, 0) != threads) {}
    ready = 1;
  } else {
    while (!ready) {}
  }
  out[blockIdx.x * threads + t] = atomicAdd(&sum, 0);
}

/// __activemask() is of the lanes that are there together.
__global__ void active(int* out) {
  const int t = threadIdx.x, lane = t % 32;
  int* const mine = out + blockIdx.x * threads + t;
  *mine = 0;
  if (lane < 8) *mine = static_cast<int>(__activemask());
  *mine = *mine + 1;
}

/// In global memory as well, and by float atomics, which are loops.
__device__ float total;
__global__ void global_memory(int* out) {
  const int t = threadIdx.x, i = blockIdx.x * threads + t;
  volatile int* cells = out + i / 32 * 32;
  cells[i % 32] = t;
  cells[i % 32] = cells[31 - i % 32];
  atomicAdd(&total, 1.0f);
}

}  // namespace

extern "C" {
int rotated() {
  return count_wrong(rotate, [](int t) { return (t % 32 + 5) % 32; });
}
int broadcasts() {
  return count_wrong(broadcast, [](int) { return 31 * 32 / 2; });
}
int uneven_loops() {
  return count_wrong(uneven_loop, [](int t) { return 31 - t % 32; });
}
int function_calls() {
  return count_wrong(calls, [](int t) { return (t % 2 ? 20 : 10) + 1 + t / 32; });
}
int early_exits() {
  return count_wrong(early_exit, [](int t) {
    const int lane = t % 32, other = lane ^ 1;
    return lane >= 24 ? -1 : t / 32 * 32 + (other + 1) % 24;
  });
}
int waits() {
  return count_wrong(wait_for_lanes, [](int) { return threads; });
}
int active_lanes() {
  return count_wrong(active, [](int t) { return t % 32 < 8 ? 256 : 1; });
}
int in_global_memory() {
  const int wrong = count_wrong(global_memory, [](int t) { return t / 32 * 32 + 31 - t % 32; });
  float sum = 0;
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  return wrong + (sum != 3.0f * threads);
}
}
