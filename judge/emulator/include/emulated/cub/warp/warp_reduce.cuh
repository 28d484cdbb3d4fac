#pragma once

#include "cub/thread/thread_operators.cuh"

namespace cub {

/// Over groups of `Threads` lanes (any number up to 32). The first lane gets the result.
template <class T, int Threads = 32, int = 0>
class WarpReduce {
 public:
  struct TempStorage {};
  WarpReduce(TempStorage&) {}

  T Sum(T input, JUDGE_CALL_SITE) { return Reduce(input, detail::Sum(), at); }
  T Sum(T input, int valid_items, JUDGE_CALL_SITE) { return Reduce(input, detail::Sum(), valid_items, at); }
  T Max(T input, JUDGE_CALL_SITE) { return Reduce(input, detail::Max(), at); }
  T Max(T input, int valid_items, JUDGE_CALL_SITE) { return Reduce(input, detail::Max(), valid_items, at); }
  T Min(T input, JUDGE_CALL_SITE) { return Reduce(input, detail::Min(), at); }
  T Min(T input, int valid_items, JUDGE_CALL_SITE) { return Reduce(input, detail::Min(), valid_items, at); }
  template <class Operation>
  T Reduce(T input, Operation operation, JUDGE_CALL_SITE) { return Reduce(input, operation, Threads, at); }

  template <class Operation>
  T Reduce(T input, Operation operation, int valid_items, JUDGE_CALL_SITE) {
    const unsigned mask = detail::group_mask<Threads>();
    const int lane = detail::thread_rank() % Threads, members = __popc(mask);
    const int valid = valid_items < members ? valid_items : members;
    for (int distance = 1; distance < Threads; distance *= 2) {
      const bool has_other = lane + distance < valid;
      const T other = from(has_other ? lane + distance : lane, input, mask, at);
      if (has_other) input = operation(input, other);
    }
    return input;
  }

  /// A segment begins where the flag is set; its first lane gets its result.
  template <class Flag, class Operation>
  T HeadSegmentedReduce(T input, Flag head_flag, Operation operation, JUDGE_CALL_SITE) {
    const unsigned heads = flags_of(head_flag, at);
    const int lane = detail::thread_rank() % Threads;
    const unsigned later = heads & ~((2u << lane) - 1);
    return reduce_until(input, operation, later ? __ffs(static_cast<int>(later)) - 1 : members(), at);
  }
  /// A segment ends where the flag is set.
  template <class Flag, class Operation>
  T TailSegmentedReduce(T input, Flag tail_flag, Operation operation, JUDGE_CALL_SITE) {
    const unsigned tails = flags_of(tail_flag, at);
    const int lane = detail::thread_rank() % Threads;
    const unsigned later = tails & ~((1u << lane) - 1);
    return reduce_until(input, operation, later ? __ffs(static_cast<int>(later)) : members(), at);
  }
  template <class Flag>
  T HeadSegmentedSum(T input, Flag flag, JUDGE_CALL_SITE) { return HeadSegmentedReduce(input, flag, detail::Sum(), at); }
  template <class Flag>
  T TailSegmentedSum(T input, Flag flag, JUDGE_CALL_SITE) { return TailSegmentedReduce(input, flag, detail::Sum(), at); }

 private:
  static int members() { return __popc(detail::group_mask<Threads>()); }
  static T from(int lane, T value, unsigned mask, detail::CallSite at) {
    return detail::shuffle(value, (detail::thread_rank() / Threads * Threads + lane) & 31, mask, at.line);
  }
  template <class Flag>
  static unsigned flags_of(Flag flag, detail::CallSite at) {
    const unsigned mask = detail::group_mask<Threads>();
    return (__ballot_sync(mask, flag ? 1 : 0, at.line) & mask) >> ((detail::thread_rank() / Threads * Threads) & 31);
  }
  template <class Operation>
  static T reduce_until(T input, Operation operation, int end, detail::CallSite at) {
    const unsigned mask = detail::group_mask<Threads>();
    const int lane = detail::thread_rank() % Threads;
    for (int distance = 1; distance < Threads; distance *= 2) {
      const bool has_other = lane + distance < end;
      const T other = from(has_other ? lane + distance : lane, input, mask, at);
      if (has_other) input = operation(input, other);
    }
    return input;
  }
};

}  // namespace cub
