#pragma once

#include <algorithm>

#include "thrust/detail/iterators.h"
#include "thrust/functional.h"

// Algorithms of sorted ranges.
namespace thrust {
namespace detail {

#define JUDGE_SET_OPERATION(name)                                                                                        \
  template <class Policy, class A, class B, class Out, class Less = less<>>                                              \
  Out name##_impl(const Policy& policy, A first, A last, B first2, B last2, Out result, Less is_less = Less()) {         \
    const auto a = unwrap(first), a_end = unwrap(last);                                                                  \
    const auto b = unwrap(first2), b_end = unwrap(last2);                                                                \
    const auto out = unwrap(result);                                                                                     \
    std::ptrdiff_t written = 0;                                                                                          \
    policy.run(JUDGE_THRUST_NAME(#name),                                                                                 \
               [=, to = &written]() mutable { *to = std::name(a, a_end, b, b_end, out, is_less) - out; });               \
    return result + written;                                                                                             \
  }
JUDGE_SET_OPERATION(merge)
JUDGE_SET_OPERATION(set_union)
JUDGE_SET_OPERATION(set_intersection)
JUDGE_SET_OPERATION(set_difference)
JUDGE_SET_OPERATION(set_symmetric_difference)
#undef JUDGE_SET_OPERATION

/// What goes to the output: elements that only one range has, and those of both, once or from each.
struct Keeps { bool only_a, only_b, common; bool merges = false; };
template <class Policy, class Name, class A, class B, class ValuesA, class ValuesB, class KeysOut, class Out, class Less>
pair<KeysOut, Out> combine_by_key(const Policy& policy, Name name, Keeps keeps, A first, A last, B first2, B last2,
                                  ValuesA values_a, ValuesB values_b, KeysOut keys_result, Out result, Less is_less) {
  const auto a = unwrap(first);
  const auto b = unwrap(first2);
  const auto of_a = unwrap(values_a);
  const auto of_b = unwrap(values_b);
  const auto keys = unwrap(keys_result);
  const auto values = unwrap(result);
  std::ptrdiff_t written = 0;
  policy.run(name, [=, size_a = last - first, size_b = last2 - first2, to = &written]() mutable {
    std::ptrdiff_t i = 0, j = 0, found = 0;
    const auto take = [&](bool kept, const auto& from, const auto& its_values, std::ptrdiff_t place) {
      if (!kept) return;
      keys[found] = from[place];
      values[found++] = its_values[place];
    };
    while (i < size_a || j < size_b) {
      if (j == size_b || (i < size_a && is_less(a[i], b[j]))) {
        take(keeps.only_a, a, of_a, i++);
      } else if (i == size_a || is_less(b[j], a[i])) {
        take(keeps.only_b, b, of_b, j++);
      } else {
        take(keeps.common, a, of_a, i++);
        if (!keeps.merges) ++j;
      }
    }
    *to = found;
  });
  return {keys_result + written, result + written};
}
#define JUDGE_BY_KEY(name, ...)                                                                                           \
  template <class Policy, class A, class B, class ValuesA, class ValuesB, class KeysOut, class Out, class Less = less<>>  \
  pair<KeysOut, Out> name##_impl(const Policy& policy, A first, A last, B first2, B last2, ValuesA values_a,              \
                                 ValuesB values_b, KeysOut keys_result, Out result, Less is_less = Less()) {              \
    return combine_by_key(policy, JUDGE_THRUST_NAME(#name), Keeps{__VA_ARGS__}, first, last, first2, last2, values_a,     \
                          values_b, keys_result, result, is_less);                                                        \
  }
JUDGE_BY_KEY(merge_by_key, true, true, true, true)
JUDGE_BY_KEY(set_union_by_key, true, true, true)
JUDGE_BY_KEY(set_difference_by_key, true, false, false)
JUDGE_BY_KEY(set_symmetric_difference_by_key, true, true, false)
#undef JUDGE_BY_KEY
/// Only values of the first range: they are what is kept.
template <class Policy, class A, class B, class Values, class KeysOut, class Out, class Less = less<>>
pair<KeysOut, Out> set_intersection_by_key_impl(const Policy& policy, A first, A last, B first2, B last2, Values values,
                                                KeysOut keys_result, Out result, Less is_less = Less()) {
  return combine_by_key(policy, JUDGE_THRUST_NAME("set_intersection_by_key"), Keeps{false, false, true}, first, last, first2,
                        last2, values, values, keys_result, result, is_less);
}

/// Of one value: a place in the range. Of a range of values: all their places.
#define JUDGE_BOUND(name)                                                                                             \
  template <class Policy, class In, class T, class Less = less<>>                                                     \
  In name##_impl(const Policy& policy, In first, In last, const T& value, Less is_less = Less()) {                    \
    const auto begin = unwrap(first), end = unwrap(last);                                                             \
    std::ptrdiff_t place = 0;                                                                                         \
    policy.run(JUDGE_THRUST_NAME(#name), [=, to = &place]() mutable { *to = std::name(begin, end, value, is_less) - begin; }); \
    return first + place;                                                                                             \
  }                                                                                                                   \
  template <class Policy, class In, class Values, class Out, class Less = less<>>                                     \
  Out name##_impl(const Policy& policy, In first, In last, Values values_first, Values values_last, Out result,       \
                  Less is_less = Less()) {                                                                            \
    const auto begin = unwrap(first), end = unwrap(last);                                                             \
    const auto values = unwrap(values_first);                                                                         \
    const auto out = unwrap(result);                                                                                  \
    policy.run_each(JUDGE_THRUST_NAME(#name), length(values_first, values_last), [=](std::size_t n) mutable {         \
      const auto i = static_cast<std::ptrdiff_t>(n);                                                                  \
      out[i] = static_cast<value_t<Out>>(std::name(begin, end, values[i], is_less) - begin);                          \
    });                                                                                                               \
    return result + (values_last - values_first);                                                                     \
  }
JUDGE_BOUND(lower_bound)
JUDGE_BOUND(upper_bound)
#undef JUDGE_BOUND
template <class Policy, class In, class T, class Less = less<>>
bool binary_search_impl(const Policy& policy, In first, In last, const T& value, Less is_less = Less()) {
  const In place = lower_bound_impl(policy, first, last, value, is_less);
  return place != last && !is_less(value, static_cast<value_t<In>>(*place));
}
template <class Policy, class In, class Values, class Out, class Less = less<>>
Out binary_search_impl(const Policy& policy, In first, In last, Values values_first, Values values_last, Out result,
                       Less is_less = Less()) {
  const auto begin = unwrap(first), end = unwrap(last);
  const auto values = unwrap(values_first);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("binary_search"), length(values_first, values_last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    out[i] = std::binary_search(begin, end, values[i], is_less);
  });
  return result + (values_last - values_first);
}
template <class Policy, class In, class T, class Less = less<>>
pair<In, In> equal_range_impl(const Policy& policy, In first, In last, const T& value, Less is_less = Less()) {
  return {lower_bound_impl(policy, first, last, value, is_less), upper_bound_impl(policy, first, last, value, is_less)};
}

}  // namespace detail

JUDGE_THRUST(merge)
JUDGE_THRUST(set_union)
JUDGE_THRUST(set_intersection)
JUDGE_THRUST(set_difference)
JUDGE_THRUST(set_symmetric_difference)
JUDGE_THRUST(merge_by_key)
JUDGE_THRUST(set_union_by_key)
JUDGE_THRUST(set_intersection_by_key)
JUDGE_THRUST(set_difference_by_key)
JUDGE_THRUST(set_symmetric_difference_by_key)
JUDGE_THRUST(lower_bound)
JUDGE_THRUST(upper_bound)
JUDGE_THRUST(binary_search)
JUDGE_THRUST(equal_range)

}  // namespace thrust
