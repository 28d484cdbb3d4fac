#pragma once

#include "cub/device/device_radix_sort.cuh"

namespace cub {

/// Sorts each segment [begins[i], ends[i]) of the items by itself.
#define JUDGE_SEGMENTED_SORT(Class, name, order, BITS, BIT_RANGE)                                                     \
  template <class Key, class Begins, class Ends>                                                                      \
  static cudaError_t name##Keys##order(void* temp, std::size_t& bytes, const Key* in, Key* out, std::int64_t count,   \
                                       std::int64_t segments, Begins begins, Ends ends BITS,                          \
                                       cudaStream_t stream = nullptr) {                                               \
    return detail::sort_segments(JUDGE_CUB_NAME(#Class "::" #name "Keys" #order), {temp, bytes}, in, out,             \
                                 static_cast<const NullType*>(nullptr), static_cast<NullType*>(nullptr),              \
                                 {count, segments}, begins, ends, BIT_RANGE, detail::order_of_##order, stream);       \
  }                                                                                                                   \
  template <class Key, class Value, class Begins, class Ends>                                                         \
  static cudaError_t name##Pairs##order(void* temp, std::size_t& bytes, const Key* keys_in, Key* keys_out,            \
                                        const Value* values_in, Value* values_out, std::int64_t count,                \
                                        std::int64_t segments, Begins begins, Ends ends BITS,                         \
                                        cudaStream_t stream = nullptr) {                                              \
    return detail::sort_segments(JUDGE_CUB_NAME(#Class "::" #name "Pairs" #order), {temp, bytes}, keys_in, keys_out,  \
                                 values_in, values_out, {count, segments}, begins, ends, BIT_RANGE,                   \
                                 detail::order_of_##order, stream);                                                   \
  }

namespace detail {

constexpr Order order_of_ = Order::ascending, order_of_Descending = Order::descending;

struct Segments { std::int64_t items, count; };

template <class Name, class Key, class Value, class Begins, class Ends>
cudaError_t sort_segments(Name name, TempStorage storage, const Key* keys_in, Key* keys_out, const Value* values_in,
                          Value* values_out, Segments segments, Begins begins, Ends ends, BitRange bits, Order order,
                          cudaStream_t stream) {
  return run(storage, sort_bytes<Key, Value>(static_cast<std::size_t>(segments.items)), stream, name, [=] {
    for (std::int64_t i = 0; i < segments.count; ++i) {
      const std::int64_t begin = begins[i], end = ends[i];
      if (begin >= end) continue;
      constexpr bool has_values = !std::is_same_v<Value, NullType>;
      radix_sort(keys_in + begin, keys_out + begin, has_values ? values_in + begin : values_in,
                 has_values ? values_out + begin : values_out, static_cast<std::size_t>(end - begin), bits, order);
    }
  });
}

}  // namespace detail

#define JUDGE_NO_BITS
#define JUDGE_BITS , int begin_bit = 0, int end_bit = sizeof(Key) * 8
#define JUDGE_ALL_BITS (detail::BitRange{0, sizeof(Key) * 8})
#define JUDGE_GIVEN_BITS (detail::BitRange{begin_bit, end_bit})
struct DeviceSegmentedSort {
  JUDGE_SEGMENTED_SORT(DeviceSegmentedSort, Sort, , JUDGE_NO_BITS, JUDGE_ALL_BITS)
  JUDGE_SEGMENTED_SORT(DeviceSegmentedSort, Sort, Descending, JUDGE_NO_BITS, JUDGE_ALL_BITS)
  JUDGE_SEGMENTED_SORT(DeviceSegmentedSort, StableSort, , JUDGE_NO_BITS, JUDGE_ALL_BITS)
  JUDGE_SEGMENTED_SORT(DeviceSegmentedSort, StableSort, Descending, JUDGE_NO_BITS, JUDGE_ALL_BITS)
};
struct DeviceSegmentedRadixSort {
  JUDGE_SEGMENTED_SORT(DeviceSegmentedRadixSort, Sort, , JUDGE_BITS, JUDGE_GIVEN_BITS)
  JUDGE_SEGMENTED_SORT(DeviceSegmentedRadixSort, Sort, Descending, JUDGE_BITS, JUDGE_GIVEN_BITS)
};
#undef JUDGE_SEGMENTED_SORT
#undef JUDGE_NO_BITS
#undef JUDGE_BITS
#undef JUDGE_ALL_BITS
#undef JUDGE_GIVEN_BITS

}  // namespace cub
