#pragma once

#include <algorithm>
#include <numeric>

#include "cub/util_type.cuh"

namespace cub {

/// Sorts by a comparison; equal keys keep their order.
template <class Key, int BlockX, int Items, class Value = NullType, int BlockY = 1, int BlockZ = 1>
class BlockMergeSort {
 public:
  static constexpr int BLOCK_THREADS = BlockX * BlockY * BlockZ, TILE = BLOCK_THREADS * Items;
  struct TempStorage {
    detail::Room<Key, TILE> keys;
    detail::Room<Value, std::is_same_v<Value, NullType> ? 1 : TILE> values;
    unsigned short places[TILE];
  };

  BlockMergeSort() : m_storage(detail::private_storage<BlockMergeSort, TempStorage>()) {}
  BlockMergeSort(TempStorage& storage) : m_storage(storage) {}

  template <class Less>
  void Sort(Key (&keys)[Items], Less less, JUDGE_CALL_SITE) { sort(keys, nullptr, less, TILE, at); }
  template <class Less>
  void StableSort(Key (&keys)[Items], Less less, JUDGE_CALL_SITE) { sort(keys, nullptr, less, TILE, at); }
  template <class Less>
  void Sort(Key (&keys)[Items], Value (&values)[Items], Less less, JUDGE_CALL_SITE) { sort(keys, values, less, TILE, at); }
  template <class Less>
  void StableSort(Key (&keys)[Items], Value (&values)[Items], Less less, JUDGE_CALL_SITE) {
    sort(keys, values, less, TILE, at);
  }
  /// Only the first `valid` items are sorted; those behind them become `otherwise`.
  template <class Less>
  void Sort(Key (&keys)[Items], Less less, int valid, Key otherwise, JUDGE_CALL_SITE) {
    fill(keys, valid, otherwise);
    sort(keys, nullptr, less, valid, at);
  }
  template <class Less>
  void Sort(Key (&keys)[Items], Value (&values)[Items], Less less, int valid, Key otherwise, JUDGE_CALL_SITE) {
    fill(keys, valid, otherwise);
    sort(keys, values, less, valid, at);
  }

 private:
  static void fill(Key (&keys)[Items], int valid, Key otherwise) {
    for (int i = 0; i < Items; ++i)
      if (detail::thread_rank() * Items + i >= valid) keys[i] = otherwise;
  }
  template <class Less>
  void sort(Key (&keys)[Items], Value* values, Less less, int valid, detail::CallSite at) {
    const int first = detail::thread_rank() * Items;
    for (int i = 0; i < Items; ++i) {
      m_storage.keys[first + i] = keys[i];
      if (values) m_storage.values[first + i] = values[i];
    }
    __syncthreads(at.line);
    if (first == 0) {
      std::iota(m_storage.places, m_storage.places + TILE, 0);
      std::stable_sort(m_storage.places, m_storage.places + valid,
                       [&](int a, int b) { return less(m_storage.keys[a], m_storage.keys[b]); });
    }
    __syncthreads(at.line);
    for (int i = 0; i < Items; ++i) {
      keys[i] = m_storage.keys[m_storage.places[first + i]];
      if (values) values[i] = m_storage.values[m_storage.places[first + i]];
    }
  }

  TempStorage& m_storage;
};

}  // namespace cub
