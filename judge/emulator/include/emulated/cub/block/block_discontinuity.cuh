#pragma once

#include "cub/util_type.cuh"

namespace cub {

/// Flags where an item differs from the one before it (heads) or behind it (tails).
template <class T, int BlockX, int BlockY = 1, int BlockZ = 1, int = 0>
class BlockDiscontinuity {
 public:
  static constexpr int BLOCK_THREADS = BlockX * BlockY * BlockZ;
  struct TempStorage { detail::Room<T, BLOCK_THREADS> first, last; };

  BlockDiscontinuity() : m_storage(detail::private_storage<BlockDiscontinuity, TempStorage>()) {}
  BlockDiscontinuity(TempStorage& storage) : m_storage(storage) {}

  /// The first item of the block is a head.
  template <int Items, class Flag, class Operation>
  void FlagHeads(Flag (&heads)[Items], T (&input)[Items], Operation operation, JUDGE_CALL_SITE) {
    share(input, at);
    flag_heads(heads, input, operation, static_cast<const T*>(nullptr));
  }
  template <int Items, class Flag, class Operation>
  void FlagHeads(Flag (&heads)[Items], T (&input)[Items], Operation operation, T before, JUDGE_CALL_SITE) {
    share(input, at);
    flag_heads(heads, input, operation, &before);
  }
  template <int Items, class Flag, class Operation>
  void FlagTails(Flag (&tails)[Items], T (&input)[Items], Operation operation, JUDGE_CALL_SITE) {
    share(input, at);
    flag_tails(tails, input, operation, static_cast<const T*>(nullptr));
  }
  template <int Items, class Flag, class Operation>
  void FlagTails(Flag (&tails)[Items], T (&input)[Items], Operation operation, T behind, JUDGE_CALL_SITE) {
    share(input, at);
    flag_tails(tails, input, operation, &behind);
  }
  template <int Items, class Flag, class Operation>
  void FlagHeadsAndTails(Flag (&heads)[Items], Flag (&tails)[Items], T (&input)[Items], Operation operation,
                         JUDGE_CALL_SITE) {
    share(input, at);
    flag_heads(heads, input, operation, static_cast<const T*>(nullptr));
    flag_tails(tails, input, operation, static_cast<const T*>(nullptr));
  }

 private:
  template <int Items>
  void share(T (&input)[Items], detail::CallSite at) {
    m_storage.first[detail::thread_rank()] = input[0];
    m_storage.last[detail::thread_rank()] = input[Items - 1];
    __syncthreads(at.line);
  }
  /// Operations may also take the index of the second item in the block.
  template <class Operation>
  static bool differ(Operation& operation, const T& a, const T& b, int index) {
    if constexpr (std::is_invocable_v<Operation&, const T&, const T&, int>) return operation(a, b, index);
    else return operation(a, b);
  }
  template <int Items, class Flag, class Operation>
  void flag_heads(Flag (&heads)[Items], T (&input)[Items], Operation& operation, const T* before) {
    const int rank = detail::thread_rank();
    for (int i = 0; i < Items; ++i) {
      const T* other = i > 0 ? &input[i - 1] : rank > 0 ? &m_storage.last[rank - 1] : before;
      heads[i] = other ? differ(operation, *other, input[i], rank * Items + i) : 1;
    }
  }
  template <int Items, class Flag, class Operation>
  void flag_tails(Flag (&tails)[Items], T (&input)[Items], Operation& operation, const T* behind) {
    const int rank = detail::thread_rank();
    for (int i = 0; i < Items; ++i) {
      const T* other = i + 1 < Items ? &input[i + 1] : rank + 1 < BLOCK_THREADS ? &m_storage.first[rank + 1] : behind;
      tails[i] = other ? differ(operation, input[i], *other, rank * Items + i + 1) : 1;
    }
  }

  TempStorage& m_storage;
};

}  // namespace cub
