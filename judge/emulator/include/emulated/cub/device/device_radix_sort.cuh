#pragma once

#include "cub/detail/device_run.cuh"
#include "cub/detail/radix.cuh"

namespace cub {

namespace detail {

struct BitRange { int begin, end; };

/// Sorts `size` keys, and values where there are any, from one place to another, which may be the same.
template <class Key, class Value>
void radix_sort(const Key* keys_in, Key* keys_out, const Value* values_in, Value* values_out, std::size_t size,
                BitRange bits, Order order) {
  const auto places = radix_places(keys_in, size, bits.begin, bits.end, order);
  const auto move = [&](const auto* in, auto* out) {
    std::vector<std::decay_t<decltype(*out)>> sorted;
    sorted.reserve(size);
    for (const std::size_t place : places) sorted.push_back(in[place]);
    std::copy(sorted.begin(), sorted.end(), out);
  };
  move(keys_in, keys_out);
  if constexpr (!std::is_same_v<Value, NullType>) move(values_in, values_out);
}

template <class Key, class Value>
std::size_t sort_bytes(std::size_t size) {
  return 2048 + size * (sizeof(Key) + (std::is_same_v<Value, NullType> ? 0 : sizeof(Value)));
}

}  // namespace detail

struct DeviceRadixSort {
#define JUDGE_DEVICE_SORT(suffix, order)                                                                              \
  template <class Key, class Count>                                                                                   \
  static cudaError_t SortKeys##suffix(void* temp, std::size_t& bytes, const Key* in, Key* out, Count count,           \
                                      int begin_bit = 0, int end_bit = sizeof(Key) * 8,                               \
                                      cudaStream_t stream = nullptr) {                                                \
    return sort(JUDGE_CUB_NAME("DeviceRadixSort::SortKeys" #suffix), {temp, bytes}, in, out,                          \
                static_cast<const NullType*>(nullptr), static_cast<NullType*>(nullptr), count, {begin_bit, end_bit},  \
                detail::Order::order, stream);                                                                        \
  }                                                                                                                   \
  template <class Key, class Value, class Count>                                                                      \
  static cudaError_t SortPairs##suffix(void* temp, std::size_t& bytes, const Key* keys_in, Key* keys_out,             \
                                       const Value* values_in, Value* values_out, Count count, int begin_bit = 0,     \
                                       int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) {                \
    return sort(JUDGE_CUB_NAME("DeviceRadixSort::SortPairs" #suffix), {temp, bytes}, keys_in, keys_out, values_in,    \
                values_out, count, {begin_bit, end_bit}, detail::Order::order, stream);                               \
  }                                                                                                                   \
  template <class Key, class Count>                                                                                   \
  static cudaError_t SortKeys##suffix(void* temp, std::size_t& bytes, DoubleBuffer<Key>& keys, Count count,           \
                                      int begin_bit = 0, int end_bit = sizeof(Key) * 8,                               \
                                      cudaStream_t stream = nullptr) {                                                \
    const cudaError_t error = sort(JUDGE_CUB_NAME("DeviceRadixSort::SortKeys" #suffix), {temp, bytes},                \
                                   static_cast<const Key*>(keys.Current()), keys.Alternate(),                         \
                                   static_cast<const NullType*>(nullptr), static_cast<NullType*>(nullptr), count,     \
                                   {begin_bit, end_bit}, detail::Order::order, stream);                               \
    if (temp && error == cudaSuccess) keys.selector ^= 1;                                                             \
    return error;                                                                                                     \
  }                                                                                                                   \
  template <class Key, class Value, class Count>                                                                      \
  static cudaError_t SortPairs##suffix(void* temp, std::size_t& bytes, DoubleBuffer<Key>& keys,                       \
                                       DoubleBuffer<Value>& values, Count count, int begin_bit = 0,                   \
                                       int end_bit = sizeof(Key) * 8, cudaStream_t stream = nullptr) {                \
    const cudaError_t error = sort(JUDGE_CUB_NAME("DeviceRadixSort::SortPairs" #suffix), {temp, bytes},               \
                                   static_cast<const Key*>(keys.Current()), keys.Alternate(),                         \
                                   static_cast<const Value*>(values.Current()), values.Alternate(), count,            \
                                   {begin_bit, end_bit}, detail::Order::order, stream);                               \
    if (temp && error == cudaSuccess) keys.selector ^= 1, values.selector ^= 1;                                       \
    return error;                                                                                                     \
  }
  JUDGE_DEVICE_SORT(, ascending)
  JUDGE_DEVICE_SORT(Descending, descending)
#undef JUDGE_DEVICE_SORT

 private:
  template <class Name, class Key, class Value, class Count>
  static cudaError_t sort(Name name, detail::TempStorage storage, const Key* keys_in, Key* keys_out,
                          const Value* values_in, Value* values_out, Count count, detail::BitRange bits,
                          detail::Order order, cudaStream_t stream) {
    if (bits.begin < 0 || bits.end > static_cast<int>(sizeof(Key) * 8) || bits.begin > bits.end) return cudaErrorInvalidValue;
    const auto size = static_cast<std::size_t>(count);
    return detail::run(storage, detail::sort_bytes<Key, Value>(size), stream, name, [=] {
      detail::radix_sort(keys_in, keys_out, values_in, values_out, size, bits, order);
    });
  }
};

}  // namespace cub
