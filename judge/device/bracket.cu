// The judge's own device code, the bracket's part: what a player needs to time calls on a GPU. Not built for the emulated runtime,
// where a launch returns only when it has ended. Each function puts its work on the legacy default stream and does not wait.

#include "read.cuh"
#include "sample.cuh"

namespace {

// Mirrors judge/model/clock_page.hpp. In memory that host and device share.
struct Flags {
  volatile u32 release, expired, resident, crowded, rested, queued, done, looked;
  volatile u64 early_sum;
};

// These mirror judge/player/bracket.hpp. Clock limits are in cycles.
struct Outputs {
  static constexpr int k_most = 16;
  const u8* bytes[k_most];
  u64 counts[k_most];
  u64 number, seed;  // how many there are; of the places that are sampled
};

struct Samples {
  u64 *sum, *taken;        // of this call, zero before and after it; how many were taken in all calls
  u64 wanted;              // of them, up to this call
  volatile u64* host_sum;  // is added to
};

struct Hold {
  Flags* flags;
  volatile u64* arrived;  // blocks of all holds so far; zeros at first
  volatile u64* released; // number of the last hold that was released
  volatile u64* left;     // blocks of all holds that have ended, without those that release
  const uint4* flush;     // what is read to empty the L2
  u64 flush_quads, number;  // number: of this hold, from 1
  long long rest, limit, most_until_resident, alone;
  Outputs outputs;
};

// One thread of each block. Until all blocks are on the device at once: then nothing else is.
__device__ void wait_for_all(const Hold& hold, long long start) {
  atomicAdd(const_cast<u64*>(hold.arrived), 1ull);
  while (*hold.arrived < hold.number * gridDim.x) {
    if (clock64() - start <= hold.most_until_resident) continue;
    hold.flags->crowded = 1;
    break;
  }
  if (blockIdx.x == 0) hold.flags->resident = 1;
}

__device__ void wait_a_little() {
#if __CUDA_ARCH__ >= 700  // Pascal has no such instruction
  __nanosleep(200);
#endif
}

// Mirrors judge/model/clock_page.hpp.
enum Release : u32 { r_held = 0, r_all = 1, r_all_but_one = 2 };

// One thread of each block. True if this block is to stay.
__device__ bool wait_for_release(const Hold& hold) {
  if (blockIdx.x != 0) {
    while (*hold.released < hold.number) wait_a_little();
    atomicAdd(const_cast<u64*>(hold.left), 1ull);
    return false;
  }
  const long long start = clock64();
  while (clock64() - start < hold.rest) {
  }
  hold.flags->rested = 1;
  u32 release = r_held;
  while ((release = hold.flags->release) == r_held)
    if (clock64() - start > hold.limit) {
      hold.flags->expired = 1;
      break;
    }
  if (*hold.left > (hold.number - 1) * (gridDim.x - 1)) hold.flags->crowded = 1;  // somebody has let them go
  *hold.released = hold.number;
  return release == r_all_but_one;
}

// All threads of the block that stays. The rest of the device is free, and what waits for the start event waits for this block, too: who has
// written to the outputs after a while does not wait for it.
__device__ void look_for_early_work(const Hold& hold) {
  const long long start = clock64();
  while (clock64() - start < hold.alone) {
  }
  u64 sum = 0;
  for (u64 i = 0; i < hold.outputs.number; ++i) {
    sum += sample_of(hold.outputs.bytes[i], hold.outputs.counts[i], hold.outputs.seed);
    __syncthreads();
  }
  if (threadIdx.x != 0) return;
  hold.flags->early_sum = sum;
  __threadfence_system();
  hold.flags->looked = 1;
}

constexpr int k_hold_threads = 512;
// Of compute capability 10 the compiler would take so many registers that fewer blocks fit, and threads of others beside them.
#if __CUDA_ARCH__ >= 1000
constexpr int k_hold_blocks = 4;
#else
constexpr int k_hold_blocks = 2;
#endif

// As many blocks as the device can hold at once, so no block of another kernel begins before this one ends.
__global__ void __launch_bounds__(k_hold_threads, k_hold_blocks) hold_kernel(Hold hold) {
  if (threadIdx.x == 0) wait_for_all(hold, clock64());
  __syncthreads();
  read_all(hold.flush, hold.flush_quads);
  __syncthreads();
  __shared__ bool stays;
  if (threadIdx.x == 0) stays = wait_for_release(hold);
  __syncthreads();
  if (stays && hold.outputs.number) look_for_early_work(hold);
}

// Each block reads a word of every 64 KiB; the sum keeps the loads alive and is never this value.
__global__ void touch_kernel(const u32* words, u64 count) {
  constexpr u64 step = 16384;
  u32 sum = 0;
  for (u64 i = threadIdx.x * step; i < count; i += blockDim.x * step) sum |= words[i] & 1;
  if (sum == 2) __trap();
}

// As many blocks as hold. They stay until all are there: so whatever still runs behind the stop event delays what the host sees. The last ones sample
// the outputs at once. The host is told meanwhile: reading behind an attempt's writes takes a microsecond longer than behind nothing.
__global__ void __launch_bounds__(k_hold_threads, k_hold_blocks)
    done_kernel(Flags* flags, u32 number, volatile u64* gathered, u64 wanted, long long limit, Samples samples, Outputs outputs) {
  if (threadIdx.x == 0) atomicAdd(const_cast<u64*>(gathered), 1ull);
  for (u64 i = gridDim.x - 1 - blockIdx.x; i < outputs.number; i += gridDim.x) {
    const u64 sample = sample_of(outputs.bytes[i], outputs.counts[i], outputs.seed);
    if (threadIdx.x == 0) {
      atomicAdd(samples.sum, sample);
      __threadfence();
      atomicAdd(samples.taken, 1ull);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) {
    const long long start = clock64();
    while (*gathered < wanted) {
      if (clock64() - start <= limit) continue;
      flags->crowded = 1;
      break;
    }
    if (blockIdx.x == 0) {
      flags->done = number;
      __threadfence_system();
      while (*const_cast<volatile u64*>(samples.taken) < samples.wanted && clock64() - start <= 2 * limit) {
      }
      *samples.host_sum = *samples.host_sum + atomicExch(samples.sum, 0ull);
    }
  }
  __syncthreads();
}

}  // namespace

// Each returns a cudaError_t as int.

// Puts every kernel of this library on the device, where CUDA would wait for its first launch: an attempt may hold all memory by then.
// Launches nothing.
extern "C" int judge_load_kernels() {
  const void* const kernels[] = {reinterpret_cast<const void*>(hold_kernel), reinterpret_cast<const void*>(touch_kernel),
                                 reinterpret_cast<const void*>(done_kernel), reinterpret_cast<const void*>(read_kernel),
                                 reinterpret_cast<const void*>(sample_kernel)};
  for (const void* const kernel : kernels) {
    cudaFuncAttributes attributes;
    const cudaError_t error = cudaFuncGetAttributes(&attributes, kernel);
    if (error != cudaSuccess) return error;
  }
  return cudaSuccess;
}

// As many blocks as the device can hold at once; 0 where it cannot be told.
extern "C" unsigned judge_hold_blocks() {
  static int blocks = 0;
  if (blocks == 0) {
    int device = 0, processors = 0, at_once = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&at_once, hold_kernel, k_hold_threads, 0);
    blocks = processors * at_once;
  }
  return blocks > 0 ? static_cast<unsigned>(blocks) : 0;
}

// Takes the whole device: says so in flags->resident, or in `crowded` if something else was there, reads `flush`, and goes on holding
// for `rest` cycles, says so in `rested`, and then until flags->release is not 0, or sets `expired` after the limit.
extern "C" int judge_hold(const void* hold) {
  const unsigned blocks = judge_hold_blocks();
  if (blocks == 0) return cudaErrorUnknown;
  hold_kernel<<<blocks, k_hold_threads>>>(*static_cast<const Hold*>(hold));
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

// Two kernels, for who launches them past the functions that the player exports: the one that samples outputs and stores a number where the
// host sees it, in judge_hold_blocks() blocks of 512 threads, and sample.cuh's.
extern "C" const void* judge_done_kernel() { return reinterpret_cast<const void*>(done_kernel); }
extern "C" const void* judge_sample_kernel() { return reinterpret_cast<const void*>(sample_kernel); }
