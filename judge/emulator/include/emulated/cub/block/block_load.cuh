#pragma once

#include "cub/thread/thread_load.cuh"

namespace cub {

// Blocked: each thread has consecutive items. Striped: item i of a thread lies i blocks behind its first.
template <class T, int Items, class Iterator>
void LoadDirectBlocked(int rank, Iterator from, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i) items[i] = from[rank * Items + i];
}
template <class T, int Items, class Iterator>
void LoadDirectBlocked(int rank, Iterator from, T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i)
    if (rank * Items + i < valid) items[i] = from[rank * Items + i];
}
template <class T, int Items, class Iterator, class Default>
void LoadDirectBlocked(int rank, Iterator from, T (&items)[Items], int valid, Default otherwise) {
  for (T& item : items) item = otherwise;
  LoadDirectBlocked(rank, from, items, valid);
}
template <class T, int Items>
void LoadDirectBlockedVectorized(int rank, T* from, T (&items)[Items]) { LoadDirectBlocked(rank, from, items); }

template <int BlockThreads, class T, int Items, class Iterator>
void LoadDirectStriped(int rank, Iterator from, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i) items[i] = from[rank + i * BlockThreads];
}
template <int BlockThreads, class T, int Items, class Iterator>
void LoadDirectStriped(int rank, Iterator from, T (&items)[Items], int valid) {
  for (int i = 0; i < Items; ++i)
    if (rank + i * BlockThreads < valid) items[i] = from[rank + i * BlockThreads];
}
template <int BlockThreads, class T, int Items, class Iterator, class Default>
void LoadDirectStriped(int rank, Iterator from, T (&items)[Items], int valid, Default otherwise) {
  for (T& item : items) item = otherwise;
  LoadDirectStriped<BlockThreads>(rank, from, items, valid);
}
template <class T, int Items, class Iterator>
void LoadDirectWarpStriped(int rank, Iterator from, T (&items)[Items]) {
  for (int i = 0; i < Items; ++i) items[i] = from[rank / 32 * 32 * Items + rank % 32 + i * 32];
}

enum BlockLoadAlgorithm {
  BLOCK_LOAD_DIRECT,
  BLOCK_LOAD_STRIPED,
  BLOCK_LOAD_VECTORIZE,
  BLOCK_LOAD_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE,
  BLOCK_LOAD_WARP_TRANSPOSE_TIMESLICED,
};

/// All algorithms load the same: on a GPU they differ in how lanes share lines of memory.
template <class T, int BlockX, int Items, BlockLoadAlgorithm Algorithm = BLOCK_LOAD_DIRECT, int BlockY = 1,
          int BlockZ = 1, int = 0>
class BlockLoad {
 public:
  struct TempStorage {};
  BlockLoad() = default;
  BlockLoad(TempStorage&) {}

  template <class Iterator>
  void Load(Iterator from, T (&items)[Items]) { load(from, items); }
  template <class Iterator>
  void Load(Iterator from, T (&items)[Items], int valid) { load(from, items, valid); }
  template <class Iterator, class Default>
  void Load(Iterator from, T (&items)[Items], int valid, Default otherwise) { load(from, items, valid, otherwise); }

 private:
  template <class... Arguments>
  static void load(Arguments&&... arguments) {
    const int rank = detail::thread_rank();
    if constexpr (Algorithm == BLOCK_LOAD_STRIPED) LoadDirectStriped<BlockX * BlockY * BlockZ>(rank, arguments...);
    else LoadDirectBlocked(rank, arguments...);
  }
};

}  // namespace cub
