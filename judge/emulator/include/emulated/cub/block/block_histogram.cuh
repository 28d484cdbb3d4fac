#pragma once

#include "cub/util_type.cuh"

namespace cub {

enum BlockHistogramAlgorithm { BLOCK_HISTO_ATOMIC, BLOCK_HISTO_SORT };

template <class T, int BlockX, int Items, int Bins, BlockHistogramAlgorithm Algorithm = BLOCK_HISTO_SORT, int BlockY = 1,
          int BlockZ = 1, int = 0>
class BlockHistogram {
 public:
  static constexpr int BLOCK_THREADS = BlockX * BlockY * BlockZ;
  struct TempStorage {};

  BlockHistogram() = default;
  BlockHistogram(TempStorage&) {}

  template <class Counter>
  void InitHistogram(Counter histogram[Bins]) {
    for (int bin = detail::thread_rank(); bin < Bins; bin += BLOCK_THREADS) histogram[bin] = 0;
  }
  template <class Counter>
  void Histogram(T (&items)[Items], Counter histogram[Bins], JUDGE_CALL_SITE) {
    InitHistogram(histogram);
    __syncthreads(at.line);
    Composite(items, histogram, at);
  }
  template <class Counter>
  void Composite(T (&items)[Items], Counter histogram[Bins], JUDGE_CALL_SITE) {
    for (const T& item : items)
      judge_emulated::atomic_update(histogram + item, [](Counter count) { return static_cast<Counter>(count + 1); });
    __syncthreads(at.line);
  }
};

}  // namespace cub
