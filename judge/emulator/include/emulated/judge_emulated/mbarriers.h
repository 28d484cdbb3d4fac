#pragma once

#include "judge_emulated/abi.h"
#include "judge_emulated/atomics.h"
#include "judge_emulated/mbarrier_word.h"
#include "judge_emulated/threads.h"

// Barriers in shared memory that count arrivals, and bytes of bulk copies: cuda::barrier, and PTX's mbarrier.
namespace judge_emulated {

static inline MbarrierWord read_mbarrier(const void* at) {
  return {__atomic_load_n(static_cast<const std::uint64_t*>(at), __ATOMIC_SEQ_CST)};
}

static inline void start_mbarrier(void* at, std::uint64_t count) {
  __atomic_store_n(static_cast<std::uint64_t*>(at), MbarrierWord::of(0, 0, count, count).bits, __ATOMIC_SEQ_CST);
}

/// Threads arrive, or bytes are expected. Gives the word as it was; `complete` is called before the phase ends.
template <class Complete>
static inline MbarrierWord change_mbarrier(void* at, std::uint64_t arrived, std::uint64_t dropped, std::uint64_t more_bytes,
                                           Complete complete) {
  before_release();
  auto* const word = static_cast<std::uint64_t*>(at);
  MbarrierWord old{__atomic_load_n(word, __ATOMIC_SEQ_CST)}, next;
  do {
    next = old.changed(arrived, dropped, more_bytes);
    if (!next.is_complete()) continue;
    judgeEmulatedEndPhase(at);
    complete();
    next = next.next_phase();
  } while (!__atomic_compare_exchange_n(word, &old.bits, next.bits, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  return old;
}
static inline MbarrierWord change_mbarrier(void* at, std::uint64_t arrived, std::uint64_t dropped, std::uint64_t more_bytes) {
  return change_mbarrier(at, arrived, dropped, more_bytes, [] {});
}

/// Asks once. Bulk copies come when somebody asks for them and all threads have arrived.
template <class IsOver>
static inline bool poll_mbarrier(const void* at, IsOver is_over) {
  MbarrierWord word = read_mbarrier(at);
  if (!is_over(word) && word.waits_for_bytes()) {
    judgeEmulatedLandBulkCopies(at);
    word = read_mbarrier(at);
  }
  return is_over(word);
}
/// Asks, and if the answer is no, lets other threads run and asks again: for loops around it, which wait.
template <class IsOver>
static inline bool try_mbarrier(const void* at, IsOver is_over) {
  if (poll_mbarrier(at, is_over)) return true;
  let_others_run();
  return poll_mbarrier(at, is_over);
}
template <class IsOver>
static inline void wait_for_mbarrier(const void* at, IsOver is_over) {
  while (!poll_mbarrier(at, is_over)) let_others_run();
}

/// Has the phase ended that an arrival found?
static inline auto phase_is_over(std::uint64_t phase) {
  return [phase](MbarrierWord word) { return word.phase() != phase; };
}
/// Has the phase of this parity, 0 or 1, ended? Before the first one, that of parity 1 has.
static inline auto parity_is_over(std::uint64_t parity) {
  return [parity](MbarrierWord word) { return (word.phase() & 1) != (parity & 1); };
}

}  // namespace judge_emulated
