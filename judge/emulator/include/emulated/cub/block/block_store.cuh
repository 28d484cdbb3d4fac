#pragma once

#include "cub/thread/thread_store.cuh"

namespace cub {

template <class T, int Items, class Iterator>
void StoreDirectBlocked(int rank, Iterator to, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i) to[rank * Items + i] = items[i];
}
template <class T, int Items, class Iterator>
void StoreDirectBlocked(int rank, Iterator to, T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i)
    if (rank * Items + i < valid) to[rank * Items + i] = items[i];
}
template <class T, int Items>
void StoreDirectBlockedVectorized(int rank, T* to, T (&items)[Items]) { StoreDirectBlocked(rank, to, items); }
template <int BlockThreads, class T, int Items, class Iterator>
void StoreDirectStriped(int rank, Iterator to, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i) to[rank + i * BlockThreads] = items[i];
}
template <int BlockThreads, class T, int Items, class Iterator>
void StoreDirectStriped(int rank, Iterator to, T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i)
    if (rank + i * BlockThreads < valid) to[rank + i * BlockThreads] = items[i];
}
template <class T, int Items, class Iterator>
void StoreDirectWarpStriped(int rank, Iterator to, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i) to[rank / 32 * 32 * Items + rank % 32 + i * 32] = items[i];
}

enum BlockStoreAlgorithm {
  BLOCK_STORE_DIRECT,
  BLOCK_STORE_STRIPED,
  BLOCK_STORE_VECTORIZE,
  BLOCK_STORE_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE,
  BLOCK_STORE_WARP_TRANSPOSE_TIMESLICED,
};

template <class T, int BlockX, int Items, BlockStoreAlgorithm Algorithm = BLOCK_STORE_DIRECT, int BlockY = 1,
          int BlockZ = 1, int = 0>
class BlockStore {
 public:
  struct TempStorage {};
  BlockStore() = default;
  BlockStore(TempStorage&) {}

  template <class Iterator>
  void Store(Iterator to, T (&items)[Items]) { store(to, items); }
  template <class Iterator>
  void Store(Iterator to, T (&items)[Items], int valid) { store(to, items, valid); }

 private:
  template <class... Arguments>
  static void store(Arguments&&... arguments) {
    const int rank = detail::thread_rank();
    if constexpr (Algorithm == BLOCK_STORE_STRIPED) StoreDirectStriped<BlockX * BlockY * BlockZ>(rank, arguments...);
    else StoreDirectBlocked(rank, arguments...);
  }
};

}  // namespace cub
