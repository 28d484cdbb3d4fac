#pragma once

#include "cub/detail/ranges.cuh"
#include "thrust/detail/iterators.h"
#include "thrust/functional.h"

// Algorithms that look at a whole range, and scans.
namespace thrust {
namespace detail {

template <class Policy, class In, class T, class Operation>
T reduce_impl(const Policy& policy, In first, In last, T initial, Operation operation) {
  const auto in = unwrap(first);
  T result = initial;
  policy.run(JUDGE_THRUST_NAME("reduce"), [=, size = length(first, last), to = &result]() mutable {
    *to = cub::detail::reduce_range<T>(in, size, operation, initial);
  });
  return result;
}
template <class Policy, class In, class T = value_t<In>>
T reduce_impl(const Policy& policy, In first, In last, T initial = T{}) {
  return reduce_impl(policy, first, last, initial, plus<>());
}
template <class Policy, class In, class Function, class T, class Operation>
T transform_reduce_impl(const Policy& policy, In first, In last, Function function, T initial, Operation operation) {
  const transform_iterator<Function, In> from(first, function);
  return reduce_impl(policy, from, from + (last - first), initial, operation);
}
template <class Policy, class A, class B, class T, class Plus = plus<>, class Times = multiplies<>>
T inner_product_impl(const Policy& policy, A first, A last, B second, T initial, Plus sum = Plus(), Times product = Times()) {
  const auto pairs = zip_iterator<std::tuple<A, B>>(std::make_tuple(first, second));
  return transform_reduce_impl(policy, pairs, pairs + (last - first), zip_function<Times>(product), initial, sum);
}

template <class Policy, class In, class Predicate>
difference_t<In> count_if_impl(const Policy& policy, In first, In last, Predicate predicate) {
  typedef difference_t<In> Count;
  return transform_reduce_impl(policy, first, last,
                               [predicate](const auto& value) mutable { return predicate(value) ? Count{1} : Count{0}; },
                               Count{0}, plus<Count>());
}
template <class Policy, class In, class T>
difference_t<In> count_impl(const Policy& policy, In first, In last, const T& value) {
  return count_if_impl(policy, first, last, [value](const auto& other) { return other == value; });
}

/// The first place where `finds(in, i)` holds, or the end.
template <class Policy, class In, class Finds>
In first_place(const Policy& policy, In first, In last, Finds finds) {
  const auto in = unwrap(first);
  std::ptrdiff_t place = last - first;
  policy.run(JUDGE_THRUST_NAME("find_if"), [=, size = last - first, to = &place]() mutable {
    std::ptrdiff_t i = 0;
    while (i < size && !finds(in, i)) ++i;
    *to = i;
  });
  return first + place;
}
template <class Policy, class In, class Predicate>
In find_if_impl(const Policy& policy, In first, In last, Predicate predicate) {
  return first_place(policy, first, last, [predicate](auto in, std::ptrdiff_t i) mutable { return predicate(in[i]); });
}
template <class Policy, class In, class Predicate>
In find_if_not_impl(const Policy& policy, In first, In last, Predicate predicate) {
  return first_place(policy, first, last, [predicate](auto in, std::ptrdiff_t i) mutable { return !predicate(in[i]); });
}
template <class Policy, class In, class T>
In find_impl(const Policy& policy, In first, In last, const T& value) {
  return find_if_impl(policy, first, last, [value](const auto& other) { return other == value; });
}
template <class Policy, class In, class Predicate>
bool any_of_impl(const Policy& policy, In first, In last, Predicate predicate) {
  return find_if_impl(policy, first, last, predicate) != last;
}
template <class Policy, class In, class Predicate>
bool none_of_impl(const Policy& policy, In first, In last, Predicate predicate) {
  return find_if_impl(policy, first, last, predicate) == last;
}
template <class Policy, class In, class Predicate>
bool all_of_impl(const Policy& policy, In first, In last, Predicate predicate) {
  return find_if_not_impl(policy, first, last, predicate) == last;
}
template <class Policy, class In, class Predicate>
In partition_point_impl(const Policy& policy, In first, In last, Predicate predicate) {
  return find_if_not_impl(policy, first, last, predicate);
}
template <class Policy, class In, class Predicate>
bool is_partitioned_impl(const Policy& policy, In first, In last, Predicate predicate) {
  return none_of_impl(policy, find_if_not_impl(policy, first, last, predicate), last, predicate);
}
template <class Policy, class A, class B, class Equal = equal_to<>>
pair<A, B> mismatch_impl(const Policy& policy, A first, A last, B second, Equal equal = Equal()) {
  const auto other = unwrap(second);
  const A place = first_place(policy, first, last, [=](auto in, std::ptrdiff_t i) mutable { return !equal(in[i], other[i]); });
  return {place, second + (place - first)};
}
template <class Policy, class A, class B, class Equal = equal_to<>>
bool equal_impl(const Policy& policy, A first, A last, B second, Equal equal = Equal()) {
  return mismatch_impl(policy, first, last, second, equal).first == last;
}
template <class Policy, class In, class Less = less<>>
In is_sorted_until_impl(const Policy& policy, In first, In last, Less is_less = Less()) {
  return first_place(policy, first, last,
                     [is_less](auto in, std::ptrdiff_t i) mutable { return i > 0 && is_less(in[i], in[i - 1]); });
}
template <class Policy, class In, class Less = less<>>
bool is_sorted_impl(const Policy& policy, In first, In last, Less is_less = Less()) {
  return is_sorted_until_impl(policy, first, last, is_less) == last;
}

/// Of equal elements the first.
template <class Policy, class In, class Better>
In best_place(const Policy& policy, In first, In last, Better is_better) {
  const auto in = unwrap(first);
  std::ptrdiff_t place = 0;
  policy.run(JUDGE_THRUST_NAME("extrema"), [=, size = last - first, to = &place]() mutable {
    std::ptrdiff_t best = 0;
    for (std::ptrdiff_t i = 1; i < size; ++i)
      if (is_better(in[i], in[best])) best = i;
    *to = best;
  });
  return first + place;
}
template <class Policy, class In, class Less = less<>>
In min_element_impl(const Policy& policy, In first, In last, Less is_less = Less()) {
  return best_place(policy, first, last, is_less);
}
template <class Policy, class In, class Less = less<>>
In max_element_impl(const Policy& policy, In first, In last, Less is_less = Less()) {
  return best_place(policy, first, last, [is_less](const auto& a, const auto& b) mutable { return is_less(b, a); });
}
template <class Policy, class In, class Less = less<>>
pair<In, In> minmax_element_impl(const Policy& policy, In first, In last, Less is_less = Less()) {
  return {min_element_impl(policy, first, last, is_less), max_element_impl(policy, first, last, is_less)};
}

// Scans.
template <class Policy, class In, class Out, class T, class Operation>
Out scan(const Policy& policy, In first, In last, Out result, const T* initial, Operation operation, cub::detail::ScanKind kind) {
  const auto in = unwrap(first);
  const auto out = unwrap(result);
  const bool has_initial = initial != nullptr;
  const T value = has_initial ? *initial : T{};
  policy.run(JUDGE_THRUST_NAME("scan"), [=, size = length(first, last)]() mutable {
    cub::detail::scan_range<T>(in, out, size, operation, has_initial ? &value : nullptr, kind);
  });
  return result + (last - first);
}
template <class Policy, class In, class Out, class Operation = plus<>>
Out inclusive_scan_impl(const Policy& policy, In first, In last, Out result, Operation operation = Operation()) {
  return scan(policy, first, last, result, static_cast<const value_t<In>*>(nullptr), operation, cub::detail::ScanKind::inclusive);
}
template <class Policy, class In, class Out, class T, class Operation>
Out inclusive_scan_impl(const Policy& policy, In first, In last, Out result, T initial, Operation operation) {
  return scan(policy, first, last, result, &initial, operation, cub::detail::ScanKind::inclusive);
}
template <class Policy, class In, class Out, class T = value_t<In>, class Operation = plus<>>
Out exclusive_scan_impl(const Policy& policy, In first, In last, Out result, T initial = T{}, Operation operation = Operation()) {
  return scan(policy, first, last, result, &initial, operation, cub::detail::ScanKind::exclusive);
}
template <class Policy, class In, class Out, class Function, class Operation>
Out transform_inclusive_scan_impl(const Policy& policy, In first, In last, Out result, Function function, Operation operation) {
  const transform_iterator<Function, In> from(first, function);
  return inclusive_scan_impl(policy, from, from + (last - first), result, operation);
}
template <class Policy, class In, class Out, class Function, class T, class Operation>
Out transform_inclusive_scan_impl(const Policy& policy, In first, In last, Out result, Function function, T initial,
                                  Operation operation) {
  const transform_iterator<Function, In> from(first, function);
  return inclusive_scan_impl(policy, from, from + (last - first), result, initial, operation);
}
template <class Policy, class In, class Out, class Function, class T, class Operation>
Out transform_exclusive_scan_impl(const Policy& policy, In first, In last, Out result, Function function, T initial,
                                  Operation operation) {
  const transform_iterator<Function, In> from(first, function);
  return exclusive_scan_impl(policy, from, from + (last - first), result, initial, operation);
}
template <class Policy, class Keys, class In, class Out, class T, class Equal, class Operation>
Out scan_by_key(const Policy& policy, Keys first, Keys last, In values, Out result, const T* initial, Equal equal,
                Operation operation, cub::detail::ScanKind kind) {
  const auto keys = unwrap(first);
  const auto in = unwrap(values);
  const auto out = unwrap(result);
  const bool has_initial = initial != nullptr;
  const T value = has_initial ? *initial : T{};
  policy.run(JUDGE_THRUST_NAME("scan_by_key"), [=, size = length(first, last)]() mutable {
    cub::detail::for_each_run(keys, size, equal, [&](std::size_t begin, std::size_t end) {
      const auto offset = static_cast<std::ptrdiff_t>(begin);
      cub::detail::scan_range<T>(in + offset, out + offset, end - begin, operation, has_initial ? &value : nullptr, kind);
    });
  });
  return result + (last - first);
}
template <class Policy, class Keys, class In, class Out, class Equal = equal_to<>, class Operation = plus<>>
Out inclusive_scan_by_key_impl(const Policy& policy, Keys first, Keys last, In values, Out result, Equal equal = Equal(),
                               Operation operation = Operation()) {
  return scan_by_key(policy, first, last, values, result, static_cast<const value_t<In>*>(nullptr), equal, operation,
                     cub::detail::ScanKind::inclusive);
}
template <class Policy, class Keys, class In, class Out, class T = value_t<In>, class Equal = equal_to<>, class Operation = plus<>>
Out exclusive_scan_by_key_impl(const Policy& policy, Keys first, Keys last, In values, Out result, T initial = T{},
                               Equal equal = Equal(), Operation operation = Operation()) {
  return scan_by_key(policy, first, last, values, result, &initial, equal, operation, cub::detail::ScanKind::exclusive);
}

template <class Policy, class Keys, class In, class KeysOut, class Out, class Equal = equal_to<>, class Operation = plus<>>
pair<KeysOut, Out> reduce_by_key_impl(const Policy& policy, Keys first, Keys last, In values, KeysOut keys_result, Out result,
                                      Equal equal = Equal(), Operation operation = Operation()) {
  const auto keys = unwrap(first);
  const auto in = unwrap(values);
  const auto keys_out = unwrap(keys_result);
  const auto out = unwrap(result);
  std::ptrdiff_t runs = 0;
  policy.run(JUDGE_THRUST_NAME("reduce_by_key"), [=, size = length(first, last), to = &runs]() mutable {
    std::ptrdiff_t found = 0;
    cub::detail::for_each_run(keys, size, equal, [&](std::size_t begin, std::size_t end) {
      const auto offset = static_cast<std::ptrdiff_t>(begin);
      keys_out[found] = keys[offset];
      out[found++] = cub::detail::reduce_range<value_t<In>>(in + offset, end - begin, operation);
    });
    *to = found;
  });
  return {keys_result + runs, result + runs};
}

}  // namespace detail

JUDGE_THRUST(reduce)
JUDGE_THRUST(transform_reduce)
JUDGE_THRUST(inner_product)
JUDGE_THRUST(count)
JUDGE_THRUST(count_if)
JUDGE_THRUST(find)
JUDGE_THRUST(find_if)
JUDGE_THRUST(find_if_not)
JUDGE_THRUST(any_of)
JUDGE_THRUST(none_of)
JUDGE_THRUST(all_of)
JUDGE_THRUST(partition_point)
JUDGE_THRUST(is_partitioned)
JUDGE_THRUST(mismatch)
JUDGE_THRUST(equal)
JUDGE_THRUST(is_sorted)
JUDGE_THRUST(is_sorted_until)
JUDGE_THRUST(min_element)
JUDGE_THRUST(max_element)
JUDGE_THRUST(minmax_element)
JUDGE_THRUST(inclusive_scan)
JUDGE_THRUST(exclusive_scan)
JUDGE_THRUST(transform_inclusive_scan)
JUDGE_THRUST(transform_exclusive_scan)
JUDGE_THRUST(inclusive_scan_by_key)
JUDGE_THRUST(exclusive_scan_by_key)
JUDGE_THRUST(reduce_by_key)

}  // namespace thrust
