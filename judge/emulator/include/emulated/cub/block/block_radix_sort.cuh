#pragma once

#include "cub/block/block_exchange.cuh"
#include "cub/block/block_scan.cuh"
#include "cub/detail/radix.cuh"

namespace cub {

template <class Key, int BlockX, int Items, class Value = NullType, int = 4, bool = true,
          BlockScanAlgorithm = BLOCK_SCAN_WARP_SCANS, cudaSharedMemConfig = cudaSharedMemBankSizeFourByte, int BlockY = 1,
          int BlockZ = 1, int = 0>
class BlockRadixSort {
 public:
  static constexpr int BLOCK_THREADS = BlockX * BlockY * BlockZ, TILE = BLOCK_THREADS * Items;
  struct TempStorage {
    detail::Room<Key, TILE> keys;
    detail::Room<Value, std::is_same_v<Value, NullType> ? 1 : TILE> values;
    unsigned short places[TILE];
  };

  BlockRadixSort() : m_storage(detail::private_storage<BlockRadixSort, TempStorage>()) {}
  BlockRadixSort(TempStorage& storage) : m_storage(storage) {}

#define JUDGE_BLOCK_SORT(name, order, arrangement)                                                           \
  void name(Key (&keys)[Items], int begin_bit = 0, int end_bit = sizeof(Key) * 8, JUDGE_CALL_SITE) {         \
    sort(keys, static_cast<Value*>(nullptr), {begin_bit, end_bit}, detail::Order::order, arrangement, at);   \
  }                                                                                                          \
  void name(Key (&keys)[Items], Value (&values)[Items], int begin_bit = 0, int end_bit = sizeof(Key) * 8,    \
            JUDGE_CALL_SITE) {                                                                               \
    sort(keys, values, {begin_bit, end_bit}, detail::Order::order, arrangement, at);                         \
  }
  JUDGE_BLOCK_SORT(Sort, ascending, blocked)
  JUDGE_BLOCK_SORT(SortDescending, descending, blocked)
  JUDGE_BLOCK_SORT(SortBlockedToStriped, ascending, striped)
  JUDGE_BLOCK_SORT(SortDescendingBlockedToStriped, descending, striped)
#undef JUDGE_BLOCK_SORT

 private:
  struct BitRange { int begin, end; };
  static int blocked(int i) { return detail::thread_rank() * Items + i; }
  static int striped(int i) { return detail::thread_rank() + i * BLOCK_THREADS; }

  template <class Arrangement>
  void sort(Key (&keys)[Items], Value* values, BitRange bits, detail::Order order, Arrangement place,
            detail::CallSite at) {
    for (int i = 0; i < Items; ++i) {
      m_storage.keys[blocked(i)] = keys[i];
      if (values) m_storage.values[blocked(i)] = values[i];
    }
    __syncthreads(at.line);
    if (detail::thread_rank() == 0) {
      const auto places = detail::radix_places(m_storage.keys.data(), TILE, bits.begin, bits.end, order);
      std::copy(places.begin(), places.end(), m_storage.places);
    }
    __syncthreads(at.line);
    for (int i = 0; i < Items; ++i) {
      const int from = m_storage.places[place(i)];
      keys[i] = m_storage.keys[from];
      if (values) values[i] = m_storage.values[from];
    }
  }

  TempStorage& m_storage;
};

}  // namespace cub
