#pragma once

#include <vector>

#include "cub/detail/device_run.cuh"

namespace cub {

/// Sorts by a comparison; equal keys keep their order.
struct DeviceMergeSort {
#define JUDGE_MERGE_SORT(prefix)                                                                                    \
  template <class Keys, class Count, class Less>                                                                    \
  static cudaError_t prefix##Keys(void* temp, std::size_t& bytes, Keys keys, Count count, Less less,                \
                                  cudaStream_t stream = nullptr) {                                                  \
    return sort_keys(JUDGE_CUB_NAME("DeviceMergeSort::" #prefix "Keys"), {temp, bytes}, keys, keys, count, less, stream); \
  }                                                                                                                 \
  template <class In, class Out, class Count, class Less>                                                           \
  static cudaError_t prefix##KeysCopy(void* temp, std::size_t& bytes, In in, Out out, Count count, Less less,       \
                                      cudaStream_t stream = nullptr) {                                              \
    return sort_keys(JUDGE_CUB_NAME("DeviceMergeSort::" #prefix "KeysCopy"), {temp, bytes}, in, out, count, less, stream); \
  }                                                                                                                 \
  template <class Keys, class Values, class Count, class Less>                                                      \
  static cudaError_t prefix##Pairs(void* temp, std::size_t& bytes, Keys keys, Values values, Count count, Less less, \
                                   cudaStream_t stream = nullptr) {                                                 \
    return sort_pairs(JUDGE_CUB_NAME("DeviceMergeSort::" #prefix "Pairs"), {temp, bytes}, keys, values, count, less, stream); \
  }
  JUDGE_MERGE_SORT(Sort)
  JUDGE_MERGE_SORT(StableSort)
#undef JUDGE_MERGE_SORT

 private:
  template <class Name, class In, class Out, class Count, class Less>
  static cudaError_t sort_keys(Name name, detail::TempStorage storage, In in, Out out, Count count, Less less,
                               cudaStream_t stream) {
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, 256 + size * sizeof(detail::value_t<In>), stream, name, [=]() mutable {
      std::vector<detail::value_t<In>> items(in, in + static_cast<std::ptrdiff_t>(size));
      std::stable_sort(items.begin(), items.end(), less);
      std::copy(items.begin(), items.end(), out);
    });
  }
  template <class Name, class Keys, class Values, class Count, class Less>
  static cudaError_t sort_pairs(Name name, detail::TempStorage storage, Keys keys, Values values, Count count, Less less,
                                cudaStream_t stream) {
    typedef std::pair<detail::value_t<Keys>, detail::value_t<Values>> Pair;
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, 256 + size * sizeof(Pair), stream, name, [=]() mutable {
      std::vector<Pair> items;
      items.reserve(size);
      for (std::size_t i = 0; i < size; ++i) items.emplace_back(keys[i], values[i]);
      std::stable_sort(items.begin(), items.end(), [&](const Pair& a, const Pair& b) { return less(a.first, b.first); });
      for (std::size_t i = 0; i < size; ++i) keys[i] = items[i].first, values[i] = items[i].second;
    });
  }
};

}  // namespace cub
