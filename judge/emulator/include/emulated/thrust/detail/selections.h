#pragma once

#include <algorithm>
#include <vector>

#include "thrust/detail/reductions.h"
#include "thrust/detail/elements.h"

// Algorithms that keep some elements, or put them in order.
namespace thrust {
namespace detail {

/// Writes the elements for which `keeps(i)` holds to `result`; it may be the input. Gives the end of what was written.
template <class Policy, class In, class Out, class Keeps>
Out keep(const Policy& policy, In first, In last, Out result, Keeps keeps) {
  const auto in = unwrap(first);
  const auto out = unwrap(result);
  std::ptrdiff_t kept = 0;
  policy.run(JUDGE_THRUST_NAME("copy_if"), [=, size = last - first, to = &kept]() mutable {
    std::ptrdiff_t found = 0;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      const value_t<In> value = in[i];
      if (keeps(i, value)) out[found++] = value;
    }
    *to = found;
  });
  return result + kept;
}
template <class Policy, class In, class Out, class Predicate>
Out copy_if_impl(const Policy& policy, In first, In last, Out result, Predicate predicate) {
  return keep(policy, first, last, result, [predicate](std::ptrdiff_t, const auto& value) mutable { return predicate(value); });
}
template <class Policy, class In, class Stencil, class Out, class Predicate>
Out copy_if_impl(const Policy& policy, In first, In last, Stencil stencil, Out result, Predicate predicate) {
  const auto asked = unwrap(stencil);
  return keep(policy, first, last, result, [=](std::ptrdiff_t i, const auto&) mutable { return predicate(asked[i]); });
}
template <class Policy, class In, class Out, class Predicate>
Out remove_copy_if_impl(const Policy& policy, In first, In last, Out result, Predicate predicate) {
  return keep(policy, first, last, result, [predicate](std::ptrdiff_t, const auto& value) mutable { return !predicate(value); });
}
template <class Policy, class In, class Stencil, class Out, class Predicate>
Out remove_copy_if_impl(const Policy& policy, In first, In last, Stencil stencil, Out result, Predicate predicate) {
  const auto asked = unwrap(stencil);
  return keep(policy, first, last, result, [=](std::ptrdiff_t i, const auto&) mutable { return !predicate(asked[i]); });
}
template <class Policy, class In, class Out, class T>
Out remove_copy_impl(const Policy& policy, In first, In last, Out result, const T& value) {
  return remove_copy_if_impl(policy, first, last, result, [value](const auto& other) { return other == value; });
}
template <class Policy, class Iterator, class Predicate>
Iterator remove_if_impl(const Policy& policy, Iterator first, Iterator last, Predicate predicate) {
  return remove_copy_if_impl(policy, first, last, first, predicate);
}
template <class Policy, class Iterator, class Stencil, class Predicate>
Iterator remove_if_impl(const Policy& policy, Iterator first, Iterator last, Stencil stencil, Predicate predicate) {
  return remove_copy_if_impl(policy, first, last, stencil, first, predicate);
}
template <class Policy, class Iterator, class T>
Iterator remove_impl(const Policy& policy, Iterator first, Iterator last, const T& value) {
  return remove_if_impl(policy, first, last, [value](const auto& other) { return other == value; });
}
template <class Policy, class In, class Out, class Equal = equal_to<>>
Out unique_copy_impl(const Policy& policy, In first, In last, Out result, Equal equal = Equal()) {
  const auto in = unwrap(first);
  const auto out = unwrap(result);
  std::ptrdiff_t runs = 0;
  policy.run(JUDGE_THRUST_NAME("unique"), [=, size = length(first, last), to = &runs]() mutable {
    std::ptrdiff_t found = 0;
    cub::detail::for_each_run(in, size, equal, [&](std::size_t begin, std::size_t) {
      out[found++] = static_cast<value_t<In>>(in[static_cast<std::ptrdiff_t>(begin)]);
    });
    *to = found;
  });
  return result + runs;
}
template <class Policy, class Iterator, class Equal = equal_to<>>
Iterator unique_impl(const Policy& policy, Iterator first, Iterator last, Equal equal = Equal()) {
  return unique_copy_impl(policy, first, last, first, equal);
}
template <class Policy, class Iterator, class Equal = equal_to<>>
difference_t<Iterator> unique_count_impl(const Policy& policy, Iterator first, Iterator last, Equal equal = Equal()) {
  const auto end = unique_copy_impl(policy, first, last, discard_iterator<>(), equal);
  return static_cast<difference_t<Iterator>>(end.position());
}
template <class Policy, class Keys, class Values, class KeysOut, class ValuesOut, class Equal = equal_to<>>
pair<KeysOut, ValuesOut> unique_by_key_copy_impl(const Policy& policy, Keys first, Keys last, Values values, KeysOut keys_out,
                                                 ValuesOut values_out, Equal equal = Equal()) {
  return reduce_by_key_impl(policy, first, last, values, keys_out, values_out, equal,
                            [](const auto& a, const auto&) { return a; });
}
template <class Policy, class Keys, class Values, class Equal = equal_to<>>
pair<Keys, Values> unique_by_key_impl(const Policy& policy, Keys first, Keys last, Values values, Equal equal = Equal()) {
  return unique_by_key_copy_impl(policy, first, last, values, first, values, equal);
}
template <class Policy, class Iterator, class Stencil, class Predicate>
Iterator stable_partition_impl(const Policy& policy, Iterator first, Iterator last, Stencil stencil, Predicate predicate) {
  const auto data = unwrap(first);
  const auto asked = unwrap(stencil);
  std::ptrdiff_t chosen = 0;
  policy.run(JUDGE_THRUST_NAME("partition"), [=, size = last - first, to = &chosen]() mutable {
    std::vector<value_t<Iterator>> others;
    std::ptrdiff_t found = 0;
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      const value_t<Iterator> value = data[i];
      if (predicate(asked[i])) data[found++] = value;
      else others.push_back(value);
    }
    for (std::size_t i = 0; i < others.size(); ++i) data[found + static_cast<std::ptrdiff_t>(i)] = others[i];
    *to = found;
  });
  return first + chosen;
}
template <class Policy, class Iterator, class Predicate>
Iterator stable_partition_impl(const Policy& policy, Iterator first, Iterator last, Predicate predicate) {
  return stable_partition_impl(policy, first, last, first, predicate);
}
template <class Policy, class In, class True, class False, class Predicate>
pair<True, False> stable_partition_copy_impl(const Policy& policy, In first, In last, True out_true, False out_false,
                                             Predicate predicate) {
  return {copy_if_impl(policy, first, last, out_true, predicate), remove_copy_if_impl(policy, first, last, out_false, predicate)};
}
template <class Policy, class In, class Stencil, class True, class False, class Predicate>
pair<True, False> stable_partition_copy_impl(const Policy& policy, In first, In last, Stencil stencil, True out_true,
                                             False out_false, Predicate predicate) {
  return {copy_if_impl(policy, first, last, stencil, out_true, predicate),
          remove_copy_if_impl(policy, first, last, stencil, out_false, predicate)};
}

/// Thrust leaves open which order an engine gives.
template <class Policy, class In, class Out, class Engine>
void shuffle_copy_impl(const Policy& policy, In first, In last, Out result, Engine& engine) {
  std::vector<std::ptrdiff_t> order(length(first, last));
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::size_t other = static_cast<std::size_t>(engine()) % (i + 1);
    order[i] = order[other];
    order[other] = static_cast<std::ptrdiff_t>(i);
  }
  const auto in = unwrap(first);
  const auto out = unwrap(result);
  policy.run(JUDGE_THRUST_NAME("shuffle"), [=, size = order.size(), from = order.data()]() mutable {
    std::vector<value_t<In>> values;  // since input and output may be one
    values.reserve(size);
    for (std::size_t i = 0; i < size; ++i) values.push_back(in[from[i]]);
    for (std::size_t i = 0; i < size; ++i) out[static_cast<std::ptrdiff_t>(i)] = values[i];
  });
}
template <class Policy, class Iterator, class Engine>
void shuffle_impl(const Policy& policy, Iterator first, Iterator last, Engine& engine) {
  shuffle_copy_impl(policy, first, last, first, engine);
}

// Sorts. All are stable.
template <class Policy, class Iterator, class Less = less<>>
void stable_sort_impl(const Policy& policy, Iterator first, Iterator last, Less is_less = Less()) {
  const auto data = unwrap(first);
  policy.run(JUDGE_THRUST_NAME("sort"), [=, size = last - first]() mutable {
    if constexpr (std::is_pointer_v<std::decay_t<decltype(data)>>) {
      std::stable_sort(data, data + size, is_less);
    } else {
      std::vector<value_t<Iterator>> values;
      values.reserve(static_cast<std::size_t>(size));
      for (std::ptrdiff_t i = 0; i < size; ++i) values.push_back(data[i]);
      std::stable_sort(values.begin(), values.end(), is_less);
      for (std::ptrdiff_t i = 0; i < size; ++i) data[i] = values[static_cast<std::size_t>(i)];
    }
  });
}
template <class Policy, class Iterator, class Less = less<>>
void sort_impl(const Policy& policy, Iterator first, Iterator last, Less is_less = Less()) {
  stable_sort_impl(policy, first, last, is_less);
}
template <class Policy, class Keys, class Values, class Less = less<>>
void stable_sort_by_key_impl(const Policy& policy, Keys first, Keys last, Values values, Less is_less = Less()) {
  const auto keys = unwrap(first);
  const auto items = unwrap(values);
  policy.run(JUDGE_THRUST_NAME("sort_by_key"), [=, size = last - first]() mutable {
    std::vector<std::pair<value_t<Keys>, value_t<Values>>> pairs;
    pairs.reserve(static_cast<std::size_t>(size));
    for (std::ptrdiff_t i = 0; i < size; ++i) pairs.emplace_back(keys[i], items[i]);
    std::stable_sort(pairs.begin(), pairs.end(), [&](const auto& a, const auto& b) { return is_less(a.first, b.first); });
    for (std::ptrdiff_t i = 0; i < size; ++i) {
      keys[i] = pairs[static_cast<std::size_t>(i)].first;
      items[i] = pairs[static_cast<std::size_t>(i)].second;
    }
  });
}
template <class Policy, class Keys, class Values, class Less = less<>>
void sort_by_key_impl(const Policy& policy, Keys first, Keys last, Values values, Less is_less = Less()) {
  stable_sort_by_key_impl(policy, first, last, values, is_less);
}

}  // namespace detail

JUDGE_THRUST(copy_if)
JUDGE_THRUST(remove)
JUDGE_THRUST(remove_if)
JUDGE_THRUST(remove_copy)
JUDGE_THRUST(remove_copy_if)
JUDGE_THRUST(unique)
JUDGE_THRUST(unique_copy)
JUDGE_THRUST(unique_count)
JUDGE_THRUST(unique_by_key)
JUDGE_THRUST(unique_by_key_copy)
JUDGE_THRUST(stable_partition)
JUDGE_THRUST(stable_partition_copy)
JUDGE_THRUST(shuffle)
JUDGE_THRUST(shuffle_copy)
JUDGE_THRUST(sort)
JUDGE_THRUST(stable_sort)
JUDGE_THRUST(sort_by_key)
JUDGE_THRUST(stable_sort_by_key)

template <class... Arguments>
auto partition(Arguments&&... arguments) { return thrust::stable_partition(arguments...); }
template <class... Arguments>
auto partition_copy(Arguments&&... arguments) { return thrust::stable_partition_copy(arguments...); }

}  // namespace thrust
