#pragma once

#include <functional>
#include <utility>

#include "cub/util_type.cuh"

namespace cub {

namespace detail {
struct Equality {
  template <class T, class U>
  bool operator()(const T& a, const U& b) const { return a == b; }
};
struct Inequality {
  template <class T, class U>
  bool operator()(const T& a, const U& b) const { return a != b; }
};
struct Sum {
  template <class T, class U>
  auto operator()(const T& a, const U& b) const { return a + b; }
};
struct Difference {
  template <class T, class U>
  auto operator()(const T& a, const U& b) const { return a - b; }
};
struct Division {
  template <class T, class U>
  auto operator()(const T& a, const U& b) const { return a / b; }
};
struct Max {
  template <class T, class U>
  std::common_type_t<T, U> operator()(const T& a, const U& b) const { return a < b ? b : a; }
};
struct Min {
  template <class T, class U>
  std::common_type_t<T, U> operator()(const T& a, const U& b) const { return b < a ? b : a; }
};
}  // namespace detail

// What CUDA 13 no longer has. In the words that a compiler's error ends with.
#define JUDGE_GONE(what, instead) struct __attribute__((unavailable("CUDA 13 has no cub::" #what "; use " instead))) what
JUDGE_GONE(Equality, "cuda::std::equal_to<>") {};
JUDGE_GONE(Inequality, "cuda::std::not_equal_to<>") {};
JUDGE_GONE(Sum, "cuda::std::plus<>") {};
JUDGE_GONE(Difference, "cuda::std::minus<>") {};
JUDGE_GONE(Division, "cuda::std::divides<>") {};
JUDGE_GONE(Max, "cuda::maximum<>") {};
JUDGE_GONE(Min, "cuda::minimum<>") {};


template <class Equal>
struct InequalityWrapper {
  Equal op;
  InequalityWrapper(Equal equal) : op(equal) {}
  template <class T, class U>
  bool operator()(const T& a, const U& b) { return !op(a, b); }
};
/// Of equal values the one with the lower key.
struct ArgMax {
  template <class Key, class T>
  KeyValuePair<Key, T> operator()(const KeyValuePair<Key, T>& a, const KeyValuePair<Key, T>& b) const {
    return a.value < b.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
struct ArgMin {
  template <class Key, class T>
  KeyValuePair<Key, T> operator()(const KeyValuePair<Key, T>& a, const KeyValuePair<Key, T>& b) const {
    return b.value < a.value || (a.value == b.value && b.key < a.key) ? b : a;
  }
};
template <class B>
struct CastOp {
  template <class A>
  B operator()(A&& a) const { return static_cast<B>(a); }
};
template <class Operation>
struct SwizzleScanOp {
  Operation scan_op;
  SwizzleScanOp(Operation operation) : scan_op(operation) {}
  template <class T>
  T operator()(const T& a, const T& b) { return scan_op(b, a); }
};
/// Over pairs of a segment's number and a value: a new segment starts anew.
template <class Operation>
struct ReduceBySegmentOp {
  Operation op;
  ReduceBySegmentOp() = default;
  ReduceBySegmentOp(Operation operation) : op(operation) {}
  template <class Pair>
  Pair operator()(const Pair& a, const Pair& b) {
    Pair result = b;
    result.key = a.key + b.key;
    if (!b.key) result.value = op(a.value, b.value);
    return result;
  }
};
template <class Operation>
struct ReduceByKeyOp {
  Operation op;
  ReduceByKeyOp() = default;
  ReduceByKeyOp(Operation operation) : op(operation) {}
  template <class Pair>
  Pair operator()(const Pair& a, const Pair& b) {
    Pair result = b;
    if (a.key == b.key) result.value = op(a.value, b.value);
    return result;
  }
};

namespace internal {
template <int Length, class T, class Operation>
T reduce_array(T* items, Operation operation) {
  T result = items[0];
  for (int i = 1; i < Length; ++i) result = operation(result, items[i]);
  return result;
}
}  // namespace internal

/// Over an array of one thread.
template <class T, int Length, class Operation>
T ThreadReduce(T (&items)[Length], Operation operation) { return internal::reduce_array<Length>(items, operation); }
template <class T, int Length, class Operation>
T ThreadReduce(const T (&items)[Length], Operation operation, T prefix) {
  for (const T& item : items) prefix = operation(prefix, item);
  return prefix;
}

}  // namespace cub
