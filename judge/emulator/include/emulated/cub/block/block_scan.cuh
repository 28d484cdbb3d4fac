#pragma once

#include "cub/thread/thread_operators.cuh"

namespace cub {

enum BlockScanAlgorithm { BLOCK_SCAN_RAKING, BLOCK_SCAN_RAKING_MEMOIZE, BLOCK_SCAN_WARP_SCANS };

/// Every thread gives one item or an array; thread 0's come first.
template <class T, int BlockX, BlockScanAlgorithm Algorithm = BLOCK_SCAN_RAKING, int BlockY = 1, int BlockZ = 1, int = 0>
class BlockScan {
 public:
  static constexpr int BLOCK_THREADS = BlockX * BlockY * BlockZ;
  struct TempStorage {
    detail::Room<T, BLOCK_THREADS> before;    ///< first each thread's sum, then the sum of the threads before it
    detail::Room<T, 2> total_and_prefix;
  };

  BlockScan() : m_storage(detail::private_storage<BlockScan, TempStorage>()) {}
  BlockScan(TempStorage& storage) : m_storage(storage) {}

  // Sums. `Last` may be an aggregate to write or a callback that gives the prefix.
  void InclusiveSum(T input, T& output, JUDGE_CALL_SITE) { InclusiveScan(input, output, detail::Sum(), at); }
  template <class Last>
  void InclusiveSum(T input, T& output, Last& last, JUDGE_CALL_SITE) { InclusiveScan(input, output, detail::Sum(), last, at); }
  template <int Items>
  void InclusiveSum(T (&input)[Items], T (&output)[Items], JUDGE_CALL_SITE) { InclusiveScan(input, output, detail::Sum(), at); }
  template <int Items, class Last>
  void InclusiveSum(T (&input)[Items], T (&output)[Items], Last& last, JUDGE_CALL_SITE) {
    InclusiveScan(input, output, detail::Sum(), last, at);
  }
  void ExclusiveSum(T input, T& output, JUDGE_CALL_SITE) { ExclusiveScan(input, output, T{}, detail::Sum(), at); }
  template <int Items>
  void ExclusiveSum(T (&input)[Items], T (&output)[Items], JUDGE_CALL_SITE) {
    ExclusiveScan(input, output, T{}, detail::Sum(), at);
  }
  template <class Last>
  void ExclusiveSum(T input, T& output, Last& last, JUDGE_CALL_SITE) {
    T in[1] = {input}, out[1];
    ExclusiveSum(in, out, last, at);
    output = out[0];
  }
  template <int Items, class Last>
  void ExclusiveSum(T (&input)[Items], T (&output)[Items], Last& last, JUDGE_CALL_SITE) {
    if constexpr (std::is_same_v<Last, T>) ExclusiveScan(input, output, T{}, detail::Sum(), last, at);
    else ExclusiveScan(input, output, detail::Sum(), last, at);
  }

  template <class Operation>
  void InclusiveScan(T input, T& output, Operation operation, JUDGE_CALL_SITE) {
    T total;
    InclusiveScan(input, output, operation, total, at);
  }
  template <class Operation, class Last>
  void InclusiveScan(T input, T& output, Operation operation, Last& last, JUDGE_CALL_SITE) {
    T in[1] = {input}, out[1];
    InclusiveScan(in, out, operation, last, at);
    output = out[0];
  }
  template <int Items, class Operation>
  void InclusiveScan(T (&input)[Items], T (&output)[Items], Operation operation, JUDGE_CALL_SITE) {
    T total;
    InclusiveScan(input, output, operation, total, at);
  }
  template <int Items, class Operation, class Last>
  void InclusiveScan(T (&input)[Items], T (&output)[Items], Operation operation, Last& last, JUDGE_CALL_SITE) {
    T before, item = input[0];
    bool has_before = exchange(ThreadReduce(input, operation), operation, last, before, at);
    for (int i = 0; i < Items; ++i) {
      item = input[i];
      before = has_before ? operation(before, item) : item;
      output[i] = before;
      has_before = true;
    }
  }

  template <class Operation>
  void ExclusiveScan(T input, T& output, T initial, Operation operation, JUDGE_CALL_SITE) {
    T total;
    ExclusiveScan(input, output, initial, operation, total, at);
  }
  template <class Operation>
  void ExclusiveScan(T input, T& output, T initial, Operation operation, T& total, JUDGE_CALL_SITE) {
    T in[1] = {input}, out[1];
    ExclusiveScan(in, out, initial, operation, total, at);
    output = out[0];
  }
  template <int Items, class Operation>
  void ExclusiveScan(T (&input)[Items], T (&output)[Items], T initial, Operation operation, JUDGE_CALL_SITE) {
    T total;
    ExclusiveScan(input, output, initial, operation, total, at);
  }
  /// The total is without the initial value.
  template <int Items, class Operation>
  void ExclusiveScan(T (&input)[Items], T (&output)[Items], T initial, Operation operation, T& total, JUDGE_CALL_SITE) {
    T before;
    const bool has_before = exchange(ThreadReduce(input, operation), operation, total, before, at);
    write_exclusive(input, output, has_before ? operation(initial, before) : initial, operation);
  }
  /// Without an initial value the first output is not defined; here it is its input.
  template <class Operation>
  void ExclusiveScan(T input, T& output, Operation operation, JUDGE_CALL_SITE) {
    T total;
    ExclusiveScan(input, output, operation, total, at);
  }
  template <class Operation, class Last>
  void ExclusiveScan(T input, T& output, Operation operation, Last& last, JUDGE_CALL_SITE) {
    T in[1] = {input}, out[1];
    ExclusiveScan(in, out, operation, last, at);
    output = out[0];
  }
  template <int Items, class Operation>
  void ExclusiveScan(T (&input)[Items], T (&output)[Items], Operation operation, JUDGE_CALL_SITE) {
    T total;
    ExclusiveScan(input, output, operation, total, at);
  }
  template <int Items, class Operation, class Last>
  void ExclusiveScan(T (&input)[Items], T (&output)[Items], Operation operation, Last& last, JUDGE_CALL_SITE) {
    T before;
    if (exchange(ThreadReduce(input, operation), operation, last, before, at)) {
      write_exclusive(input, output, before, operation);
      return;
    }
    before = input[0];
    for (int i = 1; i < Items; ++i) {
      const T item = input[i];
      output[i] = before;
      before = operation(before, item);
    }
  }

 private:
  template <int Items, class Operation>
  static void write_exclusive(T (&input)[Items], T (&output)[Items], T before, Operation operation) {
    for (int i = 0; i < Items; ++i) {
      const T item = input[i];
      output[i] = before;
      before = operation(before, item);
    }
  }

  /// Gives what comes before the thread's own items; false where nothing does. `last` is the total to write, or called
  /// with the total by the first warp to give a prefix.
  template <class Operation, class Last>
  bool exchange(T sum, Operation operation, Last& last, T& before, detail::CallSite at) {
    const int rank = detail::thread_rank();
    m_storage.before[rank] = sum;
    __syncthreads(at.line);
    if (rank == 0) scan_sums(operation);
    __syncthreads(at.line);
    const T total = m_storage.total_and_prefix[0];
    if (rank > 0) before = m_storage.before[rank];
    if constexpr (std::is_same_v<Last, T>) {
      last = total;
      return rank > 0;
    } else {
      if (rank < 32) {
        const T prefix = last(total);
        if (rank == 0) m_storage.total_and_prefix[1] = prefix;
      }
      __syncthreads(at.line);
      const T prefix = m_storage.total_and_prefix[1];
      before = rank > 0 ? operation(prefix, before) : prefix;
      return true;
    }
  }
  template <class Operation>
  void scan_sums(Operation operation) {
    T running = m_storage.before[0];
    for (int i = 1; i < BLOCK_THREADS; ++i) {
      const T sum = m_storage.before[i];
      m_storage.before[i] = running;
      running = operation(running, sum);
    }
    m_storage.total_and_prefix[0] = running;
  }

  TempStorage& m_storage;
};

}  // namespace cub
