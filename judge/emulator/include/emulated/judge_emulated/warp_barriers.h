#pragma once

#include "judge_emulated/abi.h"
#include "judge_emulated/atomics.h"
#include "judge_emulated/barriers.h"
#include "judge_emulated/threads.h"
#include "judge_emulated/warp.h"

namespace judge_emulated {

enum class Arrival { waits, goes_on };

/// One of the block's barriers, for `threads` of its threads, by whole warps. One lane of each warp waits, the others for it.
[[JUDGE_NAMED_CALL]] static void barrier_of_warps(unsigned barrier, unsigned threads, Arrival arrival, int line) {
  const unsigned left = blockDim.x * blockDim.y * blockDim.z - (linear_thread() - lane());
  const unsigned lanes = left < 32 ? (1u << left) - 1 : 0xffffffffu;
  const unsigned present = __ballot_sync(lanes, 1, line);
  if (lane() == static_cast<unsigned>(__builtin_ctz(present))) {
    const SavedThread saved;
    judgeEmulatedWarpArrives(linear_thread(), barrier, threads, arrival == Arrival::waits, line, __builtin_return_address(0));
    saved.restore();
  }
  __syncwarp(lanes, line);
}

/// One of the 16 that have numbers; `threads`: 0 = all of the block.
static inline void numbered_barrier(unsigned number, unsigned threads, Arrival arrival, int line) {
  const unsigned all = blockDim.x * blockDim.y * blockDim.z, expected = threads ? threads : all;
  if (number == 0 && expected == all && arrival == Arrival::waits) return __syncthreads(line);
  barrier_of_warps(number & (ptx_barriers - 1), expected, arrival, line);
}

}  // namespace judge_emulated

static inline void __barrier_sync(unsigned number, int line = __builtin_LINE()) {
  judge_emulated::numbered_barrier(number, 0, judge_emulated::Arrival::waits, line);
}
static inline void __barrier_sync_count(unsigned number, unsigned threads, int line = __builtin_LINE()) {
  judge_emulated::numbered_barrier(number, threads, judge_emulated::Arrival::waits, line);
}
