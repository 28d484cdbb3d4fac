#pragma once

#include "cub/util_type.cuh"

namespace cub {

template <class T, int BlockX, int BlockY = 1, int BlockZ = 1, int = 0>
class BlockAdjacentDifference {
 public:
  static constexpr int BLOCK_THREADS = BlockX * BlockY * BlockZ;
  struct TempStorage { detail::Room<T, BLOCK_THREADS> first, last; };

  BlockAdjacentDifference() : m_storage(detail::private_storage<BlockAdjacentDifference, TempStorage>()) {}
  BlockAdjacentDifference(TempStorage& storage) : m_storage(storage) {}

  /// output[i] = operation(input[i], input[i - 1]); the block's first item is copied.
  template <int Items, class Out, class Operation>
  void SubtractLeft(T (&input)[Items], Out (&output)[Items], Operation operation, JUDGE_CALL_SITE) {
    share(input, at);
    subtract_left(input, output, operation, static_cast<const T*>(nullptr));
  }
  template <int Items, class Out, class Operation>
  void SubtractLeft(T (&input)[Items], Out (&output)[Items], Operation operation, T before, JUDGE_CALL_SITE) {
    share(input, at);
    subtract_left(input, output, operation, &before);
  }
  /// output[i] = operation(input[i], input[i + 1]); the block's last item is copied.
  template <int Items, class Out, class Operation>
  void SubtractRight(T (&input)[Items], Out (&output)[Items], Operation operation, JUDGE_CALL_SITE) {
    share(input, at);
    const int rank = detail::thread_rank();
    for (int i = 0; i < Items; ++i) {
      const T* other = i + 1 < Items ? &input[i + 1] : rank + 1 < BLOCK_THREADS ? &m_storage.first[rank + 1] : nullptr;
      output[i] = other ? static_cast<Out>(operation(input[i], *other)) : static_cast<Out>(input[i]);
    }
  }

 private:
  template <int Items>
  void share(T (&input)[Items], detail::CallSite at) {
    m_storage.first[detail::thread_rank()] = input[0];
    m_storage.last[detail::thread_rank()] = input[Items - 1];
    __syncthreads(at.line);
  }
  template <int Items, class Out, class Operation>
  void subtract_left(T (&input)[Items], Out (&output)[Items], Operation& operation, const T* before) {
    const int rank = detail::thread_rank();
    for (int i = Items - 1; i >= 0; --i) {       // backwards: input and output may be one array
      const T* other = i > 0 ? &input[i - 1] : rank > 0 ? &m_storage.last[rank - 1] : before;
      output[i] = other ? static_cast<Out>(operation(input[i], *other)) : static_cast<Out>(input[i]);
    }
  }

  TempStorage& m_storage;
};

}  // namespace cub
