#pragma once

#include "cub/thread/thread_operators.cuh"

namespace cub {

/// Over groups of `Threads` lanes.
template <class T, int Threads = 32, int = 0>
class WarpScan {
 public:
  struct TempStorage {};
  WarpScan(TempStorage&) {}

  void InclusiveSum(T input, T& output, JUDGE_CALL_SITE) { InclusiveScan(input, output, detail::Sum(), at); }
  void InclusiveSum(T input, T& output, T& aggregate, JUDGE_CALL_SITE) {
    InclusiveScan(input, output, detail::Sum(), aggregate, at);
  }
  void ExclusiveSum(T input, T& output, JUDGE_CALL_SITE) { ExclusiveScan(input, output, T(0), detail::Sum(), at); }
  void ExclusiveSum(T input, T& output, T& aggregate, JUDGE_CALL_SITE) {
    ExclusiveScan(input, output, T(0), detail::Sum(), aggregate, at);
  }

  template <class Operation>
  void InclusiveScan(T input, T& output, Operation operation, JUDGE_CALL_SITE) {
    const unsigned mask = detail::group_mask<Threads>();
    const int lane = rank();
    for (int distance = 1; distance < Threads; distance *= 2) {
      const T below = from(lane >= distance ? lane - distance : lane, input, mask, at);
      if (lane >= distance) input = operation(below, input);
    }
    output = input;
  }
  template <class Operation>
  void InclusiveScan(T input, T& output, Operation operation, T& aggregate, JUDGE_CALL_SITE) {
    InclusiveScan(input, output, operation, at);
    aggregate = last(output, at);
  }
  /// The first lane's output is not defined; here it keeps its input.
  template <class Operation>
  void ExclusiveScan(T input, T& output, Operation operation, JUDGE_CALL_SITE) {
    T inclusive;
    InclusiveScan(input, inclusive, operation, at);
    const int lane = rank();
    const T before = from(lane > 0 ? lane - 1 : 0, inclusive, detail::group_mask<Threads>(), at);
    output = lane > 0 ? before : input;
  }
  template <class Operation>
  void ExclusiveScan(T input, T& output, T initial, Operation operation, JUDGE_CALL_SITE) {
    T inclusive;
    Scan(input, inclusive, output, initial, operation, at);
  }
  template <class Operation>
  void ExclusiveScan(T input, T& output, Operation operation, T& aggregate, JUDGE_CALL_SITE) {
    T inclusive;
    InclusiveScan(input, inclusive, operation, aggregate, at);
    const int lane = rank();
    const T before = from(lane > 0 ? lane - 1 : 0, inclusive, detail::group_mask<Threads>(), at);
    output = lane > 0 ? before : input;
  }
  /// The aggregate is without the initial value.
  template <class Operation>
  void ExclusiveScan(T input, T& output, T initial, Operation operation, T& aggregate, JUDGE_CALL_SITE) {
    T before;
    ExclusiveScan(input, before, operation, aggregate, at);
    output = rank() > 0 ? operation(initial, before) : initial;
  }
  template <class Operation>
  void Scan(T input, T& inclusive_output, T& exclusive_output, Operation operation, JUDGE_CALL_SITE) {
    InclusiveScan(input, inclusive_output, operation, at);
    const int lane = rank();
    const T before = from(lane > 0 ? lane - 1 : 0, inclusive_output, detail::group_mask<Threads>(), at);
    exclusive_output = lane > 0 ? before : input;
  }
  template <class Operation>
  void Scan(T input, T& inclusive_output, T& exclusive_output, T initial, Operation operation, JUDGE_CALL_SITE) {
    T inclusive, before;
    Scan(input, inclusive, before, operation, at);
    exclusive_output = rank() > 0 ? operation(initial, before) : initial;
    inclusive_output = operation(initial, inclusive);
  }
  T Broadcast(T input, unsigned source_lane, JUDGE_CALL_SITE) {
    return from(static_cast<int>(source_lane), input, detail::group_mask<Threads>(), at);
  }

 private:
  static int rank() { return detail::thread_rank() % Threads; }
  static T from(int lane, T value, unsigned mask, detail::CallSite at) {
    return detail::shuffle(value, (detail::thread_rank() / Threads * Threads + lane) & 31, mask, at.line);
  }
  static T last(T value, detail::CallSite at) {
    const unsigned mask = detail::group_mask<Threads>();
    return from(__popc(mask) - 1, value, mask, at);
  }
};

}  // namespace cub
