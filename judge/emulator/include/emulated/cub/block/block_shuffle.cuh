#pragma once

#include "cub/util_type.cuh"

namespace cub {

template <class T, int BlockX, int BlockY = 1, int BlockZ = 1, int = 0>
class BlockShuffle {
 public:
  static constexpr int BLOCK_THREADS = BlockX * BlockY * BlockZ;
  struct TempStorage { detail::Room<T, BLOCK_THREADS> items; };

  BlockShuffle() : m_storage(detail::private_storage<BlockShuffle, TempStorage>()) {}
  BlockShuffle(TempStorage& storage) : m_storage(storage) {}

  /// The item of the thread that is `distance` ahead; unchanged where there is none.
  void Offset(T input, T& output, int distance = 1, JUDGE_CALL_SITE) {
    const int from = share(input, at) + distance;
    if (from >= 0 && from < BLOCK_THREADS) output = m_storage.items[from];
  }
  void Rotate(T input, T& output, unsigned distance = 1, JUDGE_CALL_SITE) {
    const int from = share(input, at) + static_cast<int>(distance);
    output = m_storage.items[from % BLOCK_THREADS];
  }
  /// Every item moves one place up; the block's first place keeps its item.
  template <int Items>
  void Up(T (&input)[Items], T (&prev)[Items], JUDGE_CALL_SITE) {
    const int rank = share(input[Items - 1], at);
    for (int i = Items - 1; i > 0; --i) prev[i] = input[i - 1];
    if (rank > 0) prev[0] = m_storage.items[rank - 1];
  }
  template <int Items>
  void Up(T (&input)[Items], T (&prev)[Items], T& block_suffix, JUDGE_CALL_SITE) {
    Up(input, prev, at);
    block_suffix = m_storage.items[BLOCK_THREADS - 1];
  }
  template <int Items>
  void Down(T (&input)[Items], T (&next)[Items], JUDGE_CALL_SITE) {
    const int rank = share(input[0], at);
    for (int i = 0; i + 1 < Items; ++i) next[i] = input[i + 1];
    if (rank + 1 < BLOCK_THREADS) next[Items - 1] = m_storage.items[rank + 1];
  }

 private:
  int share(T item, detail::CallSite at) {
    const int rank = detail::thread_rank();
    m_storage.items[rank] = item;
    __syncthreads(at.line);
    return rank;
  }

  TempStorage& m_storage;
};

}  // namespace cub
