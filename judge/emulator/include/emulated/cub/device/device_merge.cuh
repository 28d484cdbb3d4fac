#pragma once

#include "cub/detail/device_run.cuh"
#include "cuda/std/functional"

namespace cub {

/// Merges two sorted ranges; of equal keys those of the first come first.
struct DeviceMerge {
  template <class Keys1, class Keys2, class KeysOut, class Less = ::std::less<>>
  static cudaError_t MergeKeys(void* temp, std::size_t& bytes, Keys1 keys1, long long count1, Keys2 keys2, long long count2,
                               KeysOut out, Less less = {}, cudaStream_t stream = nullptr) {
    return merge(JUDGE_CUB_NAME("DeviceMerge::MergeKeys"), {temp, bytes}, keys1, count1, keys2, count2, less, stream,
                 [=](long long to, bool is_second, long long from) mutable {
                   if (is_second) out[to] = keys2[from];
                   else out[to] = keys1[from];
                 });
  }
  template <class Keys1, class Values1, class Keys2, class Values2, class KeysOut, class ValuesOut, class Less = ::std::less<>>
  static cudaError_t MergePairs(void* temp, std::size_t& bytes, Keys1 keys1, Values1 values1, long long count1, Keys2 keys2,
                                Values2 values2, long long count2, KeysOut out, ValuesOut values_out, Less less = {},
                                cudaStream_t stream = nullptr) {
    return merge(JUDGE_CUB_NAME("DeviceMerge::MergePairs"), {temp, bytes}, keys1, count1, keys2, count2, less, stream,
                 [=](long long to, bool is_second, long long from) mutable {
                   if (is_second) out[to] = keys2[from], values_out[to] = values2[from];
                   else out[to] = keys1[from], values_out[to] = values1[from];
                 });
  }

 private:
  template <class Name, class Keys1, class Keys2, class Less, class Move>
  static cudaError_t merge(Name name, detail::TempStorage storage, Keys1 keys1, long long count1, Keys2 keys2, long long count2,
                           Less less, cudaStream_t stream, Move move) {
    return detail::run(storage, detail::tile_bytes(static_cast<std::size_t>(count1 + count2)), stream, name, [=]() mutable {
      for (long long first = 0, second = 0; first + second < count1 + count2;) {
        const bool is_second = first == count1 || (second < count2 && less(keys2[second], keys1[first]));
        move(first + second, is_second, is_second ? second : first);
        ++(is_second ? second : first);
      }
    });
  }
};

}  // namespace cub
