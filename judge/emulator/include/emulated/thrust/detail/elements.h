#pragma once

#include <algorithm>
#include <vector>

#include "thrust/detail/iterators.h"
#include "thrust/functional.h"

// Algorithms that do the same for each element.
namespace thrust {
namespace detail {

template <class Policy, class In, class Count, class Function>
In for_each_n_impl(const Policy& policy, In first, Count count, Function function) {
  const auto in = unwrap(first);
  policy.run_each(JUDGE_THRUST_NAME("for_each"), static_cast<std::size_t>(count),
                  [=](std::size_t i) mutable { function(in[static_cast<std::ptrdiff_t>(i)]); });
  return first + static_cast<difference_t<In>>(count);
}
template <class Policy, class In, class Function>
In for_each_impl(const Policy& policy, In first, In last, Function function) {
  return for_each_n_impl(policy, first, last - first, function);
}

template <class Policy, class In, class Out, class Function>
Out transform_impl(const Policy& policy, In first, In last, Out result, Function function) {
  const auto in = unwrap(first);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("transform"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    out[i] = function(in[i]);
  });
  return result + (last - first);
}
template <class Policy, class In, class Other, class Out, class Function>
Out transform_impl(const Policy& policy, In first, In last, Other second, Out result, Function function) {
  const auto a = unwrap(first);
  const auto b = unwrap(second);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("transform"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    out[i] = function(a[i], b[i]);
  });
  return result + (last - first);
}
template <class Policy, class In, class Out, class Function, class Predicate>
Out transform_if_impl(const Policy& policy, In first, In last, Out result, Function function, Predicate predicate) {
  const auto in = unwrap(first);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("transform_if"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    if (predicate(in[i])) out[i] = function(in[i]);
  });
  return result + (last - first);
}
/// The predicate is asked about a stencil.
template <class Policy, class In, class Stencil, class Out, class Function, class Predicate>
Out transform_if_impl(const Policy& policy, In first, In last, Stencil stencil, Out result, Function function,
                      Predicate predicate) {
  const auto in = unwrap(first);
  const auto asked = unwrap(stencil);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("transform_if"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    if (predicate(asked[i])) out[i] = function(in[i]);
  });
  return result + (last - first);
}
template <class Policy, class In, class Other, class Stencil, class Out, class Function, class Predicate>
Out transform_if_impl(const Policy& policy, In first, In last, Other second, Stencil stencil, Out result,
                      Function function, Predicate predicate) {
  const auto pairs = zip_iterator<std::tuple<In, Other>>(std::make_tuple(first, second));
  return transform_if_impl(policy, pairs, pairs + (last - first), stencil, result, zip_function<Function>(function), predicate);
}

template <class In, class Out>
constexpr bool is_plain_copy =
    std::is_pointer_v<In> && std::is_pointer_v<Out> &&
    std::is_same_v<std::remove_const_t<std::remove_pointer_t<In>>, std::remove_pointer_t<Out>> &&
    std::is_trivially_copyable_v<std::remove_pointer_t<Out>>;

template <class Policy, class In, class Out>
Out copy_impl(const Policy& policy, In first, In last, Out result) {
  if constexpr (!std::is_base_of_v<std::random_access_iterator_tag, typename std::iterator_traits<In>::iterator_category>) {
    const std::vector<value_t<In>> values(first, last);  // of a list, say
    return copy_impl(policy, values.data(), values.data() + values.size(), result);
  } else if constexpr (std::is_same_v<typename std::iterator_traits<Out>::iterator_category, std::output_iterator_tag>) {
    for (; first != last; ++first) *result++ = static_cast<value_t<In>>(*first);
    return result;
  } else {
    const auto in = unwrap(first);
    const auto out = unwrap(result);
    if constexpr (is_plain_copy<std::decay_t<decltype(in)>, std::decay_t<decltype(out)>> && std::is_same_v<Policy, DevicePolicy>) {
      if (!judgeEmulatedInKernel()) {
        check(cudaMemcpyAsync(out, in, length(first, last) * sizeof(*out), cudaMemcpyDefault, policy.stream), "thrust::copy");
        if (policy.synchronizes) check(cudaStreamSynchronize(policy.stream), "thrust::copy");
        return result + (last - first);
      }
    }
    policy.run_each(JUDGE_THRUST_NAME("copy"), length(first, last), [=](std::size_t n) mutable {
      const auto i = static_cast<std::ptrdiff_t>(n);
      out[i] = in[i];
    });
    return result + (last - first);
  }
}
template <class Policy, class In, class Count, class Out>
Out copy_n_impl(const Policy& policy, In first, Count count, Out result) {
  return copy_impl(policy, first, first + static_cast<difference_t<In>>(count), result);
}

template <class Policy, class Out, class Count, class T>
Out fill_n_impl(const Policy& policy, Out first, Count count, const T& value) {
  const auto out = unwrap(first);
  policy.run_each(JUDGE_THRUST_NAME("fill"), static_cast<std::size_t>(count),
                  [=](std::size_t i) mutable { out[static_cast<std::ptrdiff_t>(i)] = value; });
  return first + static_cast<difference_t<Out>>(count);
}
template <class Policy, class Out, class T>
void fill_impl(const Policy& policy, Out first, Out last, const T& value) { fill_n_impl(policy, first, last - first, value); }

template <class Policy, class Out, class T = value_t<Out>, class Step = value_t<Out>>
void sequence_impl(const Policy& policy, Out first, Out last, T initial = T(0), Step step = Step(1)) {
  typedef value_t<Out> Value;
  const auto out = unwrap(first);
  policy.run_each(JUDGE_THRUST_NAME("sequence"), length(first, last), [=](std::size_t i) mutable {
    out[static_cast<std::ptrdiff_t>(i)] = static_cast<Value>(initial + step * static_cast<Value>(i));
  });
}
template <class Policy, class Out, class Function>
void tabulate_impl(const Policy& policy, Out first, Out last, Function function) {
  const auto out = unwrap(first);
  policy.run_each(JUDGE_THRUST_NAME("tabulate"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    out[i] = function(static_cast<difference_t<Out>>(i));
  });
}
/// On the host one generator gives all values; on the device each value has a copy of it.
template <class Policy, class Out, class Count, class Generator>
Out generate_n_impl(const Policy& policy, Out first, Count count, Generator&& generator) {
  const auto out = unwrap(first);
  if constexpr (std::is_same_v<Policy, HostPolicy>) {
    for (Count i = 0; i < count; ++i) out[static_cast<std::ptrdiff_t>(i)] = generator();
  } else {
    policy.run_each(JUDGE_THRUST_NAME("generate"), static_cast<std::size_t>(count),
                    [=](std::size_t i) mutable { out[static_cast<std::ptrdiff_t>(i)] = generator(); });
  }
  return first + static_cast<difference_t<Out>>(count);
}
template <class Policy, class Out, class Generator>
void generate_impl(const Policy& policy, Out first, Out last, Generator&& generator) {
  generate_n_impl(policy, first, last - first, generator);
}

template <class Policy, class Map, class In, class Out>
Out gather_impl(const Policy& policy, Map first, Map last, In input, Out result) {
  const auto map = unwrap(first);
  const auto in = unwrap(input);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("gather"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    out[i] = in[map[i]];
  });
  return result + (last - first);
}
template <class T = bool>
struct IsTrue { template <class U> bool operator()(const U& value) const { return static_cast<bool>(value); } };
template <class Policy, class Map, class Stencil, class In, class Out, class Predicate = IsTrue<>>
Out gather_if_impl(const Policy& policy, Map first, Map last, Stencil stencil, In input, Out result,
                   Predicate predicate = Predicate()) {
  const auto map = unwrap(first);
  const auto asked = unwrap(stencil);
  const auto in = unwrap(input);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("gather_if"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    if (predicate(asked[i])) out[i] = in[map[i]];
  });
  return result + (last - first);
}
template <class Policy, class In, class Map, class Out>
void scatter_impl(const Policy& policy, In first, In last, Map places, Out result) {
  const auto in = unwrap(first);
  const auto map = unwrap(places);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("scatter"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    out[map[i]] = in[i];
  });
}
template <class Policy, class In, class Map, class Stencil, class Out, class Predicate = IsTrue<>>
void scatter_if_impl(const Policy& policy, In first, In last, Map places, Stencil stencil, Out result,
                     Predicate predicate = Predicate()) {
  const auto in = unwrap(first);
  const auto map = unwrap(places);
  const auto asked = unwrap(stencil);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("scatter_if"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    if (predicate(asked[i])) out[map[i]] = in[i];
  });
}

template <class Policy, class Iterator, class Stencil, class Predicate, class T>
void replace_if_impl(const Policy& policy, Iterator first, Iterator last, Stencil stencil, Predicate predicate, const T& value) {
  const auto asked = unwrap(stencil);
  const auto data = unwrap(first);
  policy.run_each(JUDGE_THRUST_NAME("replace_if"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    if (predicate(asked[i])) data[i] = value;
  });
}
template <class Policy, class Iterator, class Predicate, class T>
void replace_if_impl(const Policy& policy, Iterator first, Iterator last, Predicate predicate, const T& value) {
  replace_if_impl(policy, first, last, first, predicate, value);
}
template <class Policy, class In, class Stencil, class Out, class Predicate, class T>
Out replace_copy_if_impl(const Policy& policy, In first, In last, Stencil stencil, Out result, Predicate predicate,
                         const T& value) {
  const auto in = unwrap(first);
  const auto asked = unwrap(stencil);
  const auto out = unwrap(result);
  policy.run_each(JUDGE_THRUST_NAME("replace_copy_if"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    if (predicate(asked[i])) out[i] = value;
    else out[i] = in[i];
  });
  return result + (last - first);
}
template <class Policy, class In, class Out, class Predicate, class T>
Out replace_copy_if_impl(const Policy& policy, In first, In last, Out result, Predicate predicate, const T& value) {
  return replace_copy_if_impl(policy, first, last, first, result, predicate, value);
}
template <class Policy, class In, class Out, class T>
Out replace_copy_impl(const Policy& policy, In first, In last, Out result, const T& old_value, const T& new_value) {
  return replace_copy_if_impl(policy, first, last, result, [old_value](const auto& value) { return value == old_value; },
                              new_value);
}
template <class Policy, class Iterator, class T>
void replace_impl(const Policy& policy, Iterator first, Iterator last, const T& old_value, const T& new_value) {
  replace_if_impl(policy, first, last, [old_value](const auto& value) { return value == old_value; }, new_value);
}
template <class Policy, class Iterator>
void reverse_impl(const Policy& policy, Iterator first, Iterator last) {
  const auto data = unwrap(first);
  const std::ptrdiff_t size = last - first;
  policy.run_each(JUDGE_THRUST_NAME("reverse"), static_cast<std::size_t>(size / 2), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    const value_t<Iterator> value = data[i];
    data[i] = static_cast<value_t<Iterator>>(data[size - 1 - i]);
    data[size - 1 - i] = value;
  });
}
template <class Policy, class In, class Out>
Out reverse_copy_impl(const Policy& policy, In first, In last, Out result) {
  return copy_impl(policy, std::make_reverse_iterator(last), std::make_reverse_iterator(first), result);
}
template <class Policy, class A, class B>
B swap_ranges_impl(const Policy& policy, A first, A last, B second) {
  const auto a = unwrap(first);
  const auto b = unwrap(second);
  policy.run_each(JUDGE_THRUST_NAME("swap_ranges"), length(first, last), [=](std::size_t n) mutable {
    const auto i = static_cast<std::ptrdiff_t>(n);
    const value_t<A> value = a[i];
    a[i] = static_cast<value_t<B>>(b[i]);
    b[i] = value;
  });
  return second + (last - first);
}
template <class Policy, class In, class Out, class Operation = minus<>>
Out adjacent_difference_impl(const Policy& policy, In first, In last, Out result, Operation operation = Operation()) {
  const auto in = unwrap(first);
  const auto out = unwrap(result);
  const std::ptrdiff_t size = last - first;
  policy.run(JUDGE_THRUST_NAME("adjacent_difference"), [=]() mutable {
    for (std::ptrdiff_t i = size; i-- > 1;) out[i] = operation(in[i], in[i - 1]);
    if (size > 0) out[0] = in[0];
  });
  return result + size;
}

}  // namespace detail

JUDGE_THRUST(for_each)
JUDGE_THRUST(for_each_n)
JUDGE_THRUST(transform)
JUDGE_THRUST(transform_if)
JUDGE_THRUST(copy)
JUDGE_THRUST(copy_n)
JUDGE_THRUST(fill)
JUDGE_THRUST(fill_n)
JUDGE_THRUST(sequence)
JUDGE_THRUST(tabulate)
JUDGE_THRUST(generate)
JUDGE_THRUST(generate_n)
JUDGE_THRUST(gather)
JUDGE_THRUST(gather_if)
JUDGE_THRUST(scatter)
JUDGE_THRUST(scatter_if)
JUDGE_THRUST(replace)
JUDGE_THRUST(replace_if)
JUDGE_THRUST(replace_copy)
JUDGE_THRUST(replace_copy_if)
JUDGE_THRUST(reverse)
JUDGE_THRUST(reverse_copy)
JUDGE_THRUST(swap_ranges)
JUDGE_THRUST(adjacent_difference)
template <class... Arguments>
auto uninitialized_fill(Arguments&&... arguments) { return thrust::fill(arguments...); }
template <class... Arguments>
auto uninitialized_fill_n(Arguments&&... arguments) { return thrust::fill_n(arguments...); }
template <class... Arguments>
auto uninitialized_copy(Arguments&&... arguments) { return thrust::copy(arguments...); }
template <class... Arguments>
auto uninitialized_copy_n(Arguments&&... arguments) { return thrust::copy_n(arguments...); }

}  // namespace thrust
