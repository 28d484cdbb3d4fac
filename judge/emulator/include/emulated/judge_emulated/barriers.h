#pragma once

#include "judge_emulated/abi.h"
#include "judge_emulated/atomics.h"
#include "judge_emulated/threads.h"

namespace judge_emulated {

[[JUDGE_NAMED_CALL]] static int barrier(BarrierKind kind, int predicate, int line) {
  const SavedThread saved;
  const int result = judgeEmulatedBarrier(linear_thread(), kind, predicate, line, __builtin_return_address(0));
  saved.restore();
  return result;
}

}  // namespace judge_emulated

static inline void __syncthreads(int line = __builtin_LINE()) {
  judge_emulated::barrier(judge_emulated::BarrierKind::sync, 0, line);
}
static inline int __syncthreads_count(int predicate, int line = __builtin_LINE()) {
  return judge_emulated::barrier(judge_emulated::BarrierKind::count, predicate, line);
}
static inline int __syncthreads_and(int predicate, int line = __builtin_LINE()) {
  return judge_emulated::barrier(judge_emulated::BarrierKind::all, predicate, line);
}
static inline int __syncthreads_or(int predicate, int line = __builtin_LINE()) {
  return judge_emulated::barrier(judge_emulated::BarrierKind::any, predicate, line);
}

static inline void __threadfence() {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  judge_emulated::count_poll();     // loops that wait for another block's flag have one of these
}
static inline void __threadfence_block() { __threadfence(); }
static inline void __threadfence_system() { __threadfence(); }

namespace judge_emulated {

[[gnu::noinline]] static void meet_other_launch(int waits) {
  const SavedThread saved;
  if (judgeEmulatedMeetOtherLaunch(linear_thread(), waits)) saved.restore();
}

}  // namespace judge_emulated

// Mostly one launch begins when the one before has ended, and these do nothing.
static inline void cudaGridDependencySynchronize() { judge_emulated::meet_other_launch(1); }
static inline void cudaTriggerProgrammaticLaunchCompletion() { judge_emulated::meet_other_launch(0); }
static inline void __nanosleep(unsigned) { judge_emulated::let_others_run(); }

[[noreturn, JUDGE_NAMED_CALL]] static void __trap() {
  judgeEmulatedTrap("__trap() was called", __builtin_return_address(0));
}
static inline void __brkpt() {}
