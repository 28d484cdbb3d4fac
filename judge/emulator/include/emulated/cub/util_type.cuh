#pragma once

#include <iterator>
#include <limits>
#include <type_traits>

#include "cub/detail/collective.cuh"

namespace cub {

struct NullType {
  template <class T>
  NullType& operator=(const T&) { return *this; }
  bool operator==(const NullType&) const { return true; }
  bool operator!=(const NullType&) const { return false; }
};

template <int A>
struct Int2Type { enum { VALUE = A }; };

template <class Key, class Value>
struct KeyValuePair {
  typedef Key key_type;
  typedef Value value_type;
  Key key;
  Value value;
  KeyValuePair() = default;
  KeyValuePair(const Key& k, const Value& v) : key(k), value(v) {}
  bool operator==(const KeyValuePair& other) const { return key == other.key && value == other.value; }
  bool operator!=(const KeyValuePair& other) const { return !(*this == other); }
};

/// Two buffers that take turns: after a sort, `Current()` is the one with the result.
template <class T>
struct DoubleBuffer {
  T* d_buffers[2] = {nullptr, nullptr};
  int selector = 0;
  DoubleBuffer() = default;
  DoubleBuffer(T* current, T* alternate) : d_buffers{current, alternate} {}
  T* Current() { return d_buffers[selector]; }
  T* Alternate() { return d_buffers[selector ^ 1]; }
};

template <class T>
struct Uninitialized {
  alignas(T) unsigned char storage[sizeof(T)];
  T& Alias() { return reinterpret_cast<T&>(*this); }
};

template <int N>
struct Log2 {
  static constexpr int VALUE = N <= 1 ? 0 : 1 + Log2<(N + 1) / 2>::VALUE;
};
template <>
struct Log2<1> { static constexpr int VALUE = 0; };
template <int N>
struct PowerOfTwo { static constexpr bool VALUE = (N & (N - 1)) == 0; };

namespace detail {

template <class Iterator>
using value_t = typename std::iterator_traits<Iterator>::value_type;

/// What an algorithm writes: the output's type, or where that has none, the input's.
template <class Output, class Fallback>
using output_t = std::conditional_t<std::is_void_v<value_t<Output>>, Fallback, value_t<Output>>;

template <class Operation, class Initial, class Input>
using accumulator_t = std::decay_t<std::invoke_result_t<Operation, Initial, Input>>;

}  // namespace detail

static inline int LaneId() { return static_cast<int>(judge_emulated::lane()); }
static inline int WarpId() { return detail::thread_rank() / 32; }
static inline int RowMajorTid(int, int, int) { return detail::thread_rank(); }

}  // namespace cub
