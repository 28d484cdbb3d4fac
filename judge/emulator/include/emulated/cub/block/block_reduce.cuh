#pragma once

#include "cub/thread/thread_operators.cuh"

namespace cub {

enum BlockReduceAlgorithm {
  BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY,
  BLOCK_REDUCE_RAKING,
  BLOCK_REDUCE_WARP_REDUCTIONS,
  BLOCK_REDUCE_WARP_REDUCTIONS_NONDETERMINISTIC,
};

/// Thread 0 gets the result; the others their own part.
template <class T, int BlockX, BlockReduceAlgorithm Algorithm = BLOCK_REDUCE_WARP_REDUCTIONS, int BlockY = 1,
          int BlockZ = 1, int = 0>
class BlockReduce {
 public:
  static constexpr int BLOCK_THREADS = BlockX * BlockY * BlockZ;
  struct TempStorage { detail::Room<T, BLOCK_THREADS> items; };

  BlockReduce() : m_storage(detail::private_storage<BlockReduce, TempStorage>()) {}
  BlockReduce(TempStorage& storage) : m_storage(storage) {}

  template <class Operation>
  T Reduce(T input, Operation operation, JUDGE_CALL_SITE) { return Reduce(input, operation, BLOCK_THREADS, at); }
  template <class Operation, int Items>
  T Reduce(T (&inputs)[Items], Operation operation, JUDGE_CALL_SITE) {
    return Reduce(ThreadReduce(inputs, operation), operation, BLOCK_THREADS, at);
  }
  template <class Operation>
  T Reduce(T input, Operation operation, int num_valid, JUDGE_CALL_SITE) {
    const int rank = detail::thread_rank();
    m_storage.items[rank] = input;
    __syncthreads(at.line);
    if (rank == 0) input = reduce_all(operation, num_valid < BLOCK_THREADS ? num_valid : BLOCK_THREADS);
    return input;
  }
  T Sum(T input, JUDGE_CALL_SITE) { return Reduce(input, detail::Sum(), at); }
  template <int Items>
  T Sum(T (&inputs)[Items], JUDGE_CALL_SITE) { return Reduce(inputs, detail::Sum(), at); }
  T Sum(T input, int num_valid, JUDGE_CALL_SITE) { return Reduce(input, detail::Sum(), num_valid, at); }

 private:
  /// In a warp by halves from the nearest lane on, then warp after warp.
  template <class Operation>
  T reduce_all(Operation operation, int valid) {
    T result = reduce_warp(operation, 0, valid);
    for (int first = 32; first < valid; first += 32) result = operation(result, reduce_warp(operation, first, valid));
    return result;
  }
  template <class Operation>
  T reduce_warp(Operation operation, int first, int valid) {
    const int lanes = valid - first < 32 ? valid - first : 32;
    T* const items = m_storage.items.data() + first;
    for (int distance = 1; distance < lanes; distance *= 2)
      for (int lane = 0; lane + distance < lanes; lane += 2 * distance)
        items[lane] = operation(items[lane], items[lane + distance]);
    return items[0];
  }

  TempStorage& m_storage;
};

}  // namespace cub
