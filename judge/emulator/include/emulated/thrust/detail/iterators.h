#pragma once

#include <iterator>
#include <tuple>

#include "cub/detail/iterators.cuh"
#include "thrust/device_ptr.h"
#include "thrust/tuple.h"

namespace thrust {

using std::advance;
using std::distance;
using std::next;
using std::prev;
template <class Iterator>
struct iterator_traits : std::iterator_traits<Iterator> {};
template <class Iterator>
struct iterator_value { typedef detail::value_t<Iterator> type; };
template <class Iterator>
struct iterator_difference { typedef detail::difference_t<Iterator> type; };

template <class T, class System = void, class = void, class Difference = std::ptrdiff_t>
class counting_iterator : public cub::detail::RandomAccess<counting_iterator<T, System, void, Difference>, T> {
 public:
  counting_iterator() = default;
  counting_iterator(const T& first) : m_first(first) {}
  T at(std::ptrdiff_t offset) const { return static_cast<T>(m_first + static_cast<T>(offset)); }
  // Iterators of two beginnings are as far apart as their numbers.
  std::ptrdiff_t operator-(const counting_iterator& other) const {
    return static_cast<std::ptrdiff_t>(**this) - static_cast<std::ptrdiff_t>(*other);
  }
  using cub::detail::RandomAccess<counting_iterator, T>::operator-;
  bool operator==(const counting_iterator& other) const { return **this == *other; }

 private:
  T m_first{};
};
template <class T>
counting_iterator<T> make_counting_iterator(T first) { return counting_iterator<T>(first); }

template <class T, class = void>
class constant_iterator : public cub::detail::RandomAccess<constant_iterator<T>, T> {
 public:
  constant_iterator() = default;
  constant_iterator(const T& value) : m_value(value) {}
  /// At a place of its own, so that a range has a length.
  constant_iterator(const T& value, std::ptrdiff_t place) : m_value(value) { *this += place; }
  T at(std::ptrdiff_t) const { return m_value; }

 private:
  T m_value{};
};
template <class T>
constant_iterator<T> make_constant_iterator(T value) { return constant_iterator<T>(value); }
template <class T>
constant_iterator<T> make_constant_iterator(T value, std::ptrdiff_t place) { return constant_iterator<T>(value, place); }

namespace detail {
/// Takes any value and keeps none.
struct Nothing {
  template <class T>
  const Nothing& operator=(const T&) const { return *this; }
};
}  // namespace detail
template <class = void>
class discard_iterator : public cub::detail::RandomAccess<discard_iterator<>, detail::Nothing> {
 public:
  explicit discard_iterator(std::ptrdiff_t place = 0) { *this += place; }
  detail::Nothing at(std::ptrdiff_t) const { return {}; }
};
inline discard_iterator<> make_discard_iterator(std::ptrdiff_t place = 0) { return discard_iterator<>(place); }

template <class Function, class Iterator, class Reference = void, class Value = void>
class transform_iterator
    : public cub::detail::RandomAccess<
          transform_iterator<Function, Iterator, Reference, Value>,
          std::decay_t<std::invoke_result_t<Function&, typename std::iterator_traits<Iterator>::value_type>>> {
 public:
  static constexpr bool is_of_device = detail::is_of_device<Iterator>;
  transform_iterator(Iterator base, Function function = Function()) : m_base(base), m_function(function) {}
  auto at(std::ptrdiff_t offset) const { return m_function(m_base[offset]); }
  auto judge_unwrapped() const {
    const auto from = detail::unwrap(base());
    return transform_iterator<Function, std::decay_t<decltype(from)>>(from, m_function);
  }
  Iterator base() const { return m_base + this->position(); }
  const Function& functor() const { return m_function; }

 private:
  Iterator m_base;
  mutable Function m_function;
};
template <class Iterator, class Function>
transform_iterator<Function, Iterator> make_transform_iterator(Iterator base, Function function) { return {base, function}; }

template <class Elements, class Indices>
class permutation_iterator
    : public cub::detail::RandomAccess<permutation_iterator<Elements, Indices>, detail::value_t<Elements>> {
 public:
  static constexpr bool is_of_device = detail::is_of_device<Elements> || detail::is_of_device<Indices>;
  typedef typename std::iterator_traits<Elements>::reference reference;
  permutation_iterator(Elements elements, Indices indices) : m_elements(elements), m_indices(indices) {}
  decltype(auto) at(std::ptrdiff_t offset) const { return m_elements[m_indices[offset]]; }
  decltype(auto) operator[](std::ptrdiff_t n) const { return at(this->position() + n); }
  decltype(auto) operator*() const { return (*this)[0]; }
  auto judge_unwrapped() const {
    const auto elements = detail::unwrap(m_elements);
    const auto indices = detail::unwrap(m_indices + this->position());
    return permutation_iterator<std::decay_t<decltype(elements)>, std::decay_t<decltype(indices)>>(elements, indices);
  }

 private:
  Elements m_elements;
  Indices m_indices;
};
template <class Elements, class Indices>
permutation_iterator<Elements, Indices> make_permutation_iterator(Elements elements, Indices indices) {
  return {elements, indices};
}

template <class Function, class Output>
class transform_output_iterator
    : public cub::detail::RandomAccess<transform_output_iterator<Function, Output>, detail::Nothing> {
 public:
  static constexpr bool is_of_device = detail::is_of_device<Output>;
  struct reference {
    Output to;
    mutable Function function;
    template <class T>
    const reference& operator=(const T& value) const {
      *to = function(value);
      return *this;
    }
  };
  transform_output_iterator(Output output, Function function) : m_output(output), m_function(function) {}
  reference at(std::ptrdiff_t offset) const { return {m_output + offset, m_function}; }
  auto judge_unwrapped() const {
    const auto to = detail::unwrap(m_output + this->position());
    return transform_output_iterator<Function, std::decay_t<decltype(to)>>(to, m_function);
  }

 private:
  Output m_output;
  Function m_function;
};
template <class Output, class Function>
transform_output_iterator<Function, Output> make_transform_output_iterator(Output output, Function function) {
  return {output, function};
}

/// What is read goes through one function, what is written through the other.
template <class InputFunction, class OutputFunction, class Iterator>
class transform_input_output_iterator
    : public cub::detail::RandomAccess<transform_input_output_iterator<InputFunction, OutputFunction, Iterator>,
                                       std::decay_t<std::invoke_result_t<InputFunction&, detail::value_t<Iterator>>>> {
 public:
  static constexpr bool is_of_device = detail::is_of_device<Iterator>;
  typedef std::decay_t<std::invoke_result_t<InputFunction&, detail::value_t<Iterator>>> value_type;
  struct reference {
    Iterator at;
    mutable InputFunction input;
    mutable OutputFunction output;
    operator value_type() const { return input(static_cast<detail::value_t<Iterator>>(*at)); }
    template <class T>
    const reference& operator=(const T& value) const {
      *at = output(value);
      return *this;
    }
    const reference& operator=(const reference& other) const { return *this = static_cast<value_type>(other); }
  };
  transform_input_output_iterator(Iterator base, InputFunction input, OutputFunction output)
      : m_base(base), m_input(input), m_output(output) {}
  reference at(std::ptrdiff_t offset) const { return {m_base + offset, m_input, m_output}; }
  auto judge_unwrapped() const {
    const auto base = detail::unwrap(m_base + this->position());
    return transform_input_output_iterator<InputFunction, OutputFunction, std::decay_t<decltype(base)>>(base, m_input, m_output);
  }

 private:
  Iterator m_base;
  InputFunction m_input;
  OutputFunction m_output;
};
template <class InputFunction, class OutputFunction, class Iterator>
transform_input_output_iterator<InputFunction, OutputFunction, Iterator> make_transform_input_output_iterator(
    Iterator base, InputFunction input, OutputFunction output) {
  return {base, input, output};
}

/// A function of a place and of what is written there.
template <class Function, class System = use_default, class Difference = std::ptrdiff_t>
class tabulate_output_iterator
    : public cub::detail::RandomAccess<tabulate_output_iterator<Function, System, Difference>, detail::Nothing> {
 public:
  struct reference {
    mutable Function function;
    Difference place;
    template <class T>
    const reference& operator=(const T& value) const {
      function(place, value);
      return *this;
    }
  };
  tabulate_output_iterator() = default;
  tabulate_output_iterator(Function function) : m_function(function) {}
  reference at(std::ptrdiff_t offset) const { return {m_function, static_cast<Difference>(offset)}; }

 private:
  Function m_function;
};
template <class Function>
tabulate_output_iterator<Function> make_tabulate_output_iterator(Function function) { return {function}; }

/// Over tuples of what several iterators show. `Iterators` is a tuple.
template <class Iterators>
class zip_iterator;
template <class... Iterators>
class zip_iterator<std::tuple<Iterators...>> {
 public:
  static constexpr bool is_of_device = (detail::is_of_device<Iterators> || ...);
  typedef std::ptrdiff_t difference_type;
  typedef std::tuple<detail::value_t<Iterators>...> value_type;
  typedef void pointer;
  typedef std::tuple<typename std::iterator_traits<Iterators>::reference...> reference;
  typedef std::random_access_iterator_tag iterator_category;

  zip_iterator() = default;
  zip_iterator(std::tuple<Iterators...> iterators) : m_iterators(iterators) {}
  zip_iterator(Iterators... iterators) requires(sizeof...(Iterators) > 1) : m_iterators(iterators...) {}
  const std::tuple<Iterators...>& get_iterator_tuple() const { return m_iterators; }
  auto judge_unwrapped() const {
    return std::apply([](const auto&... each) {
      return zip_iterator<std::tuple<std::decay_t<decltype(detail::unwrap(each))>...>>(std::make_tuple(detail::unwrap(each)...));
    }, m_iterators);
  }
  reference operator*() const { return (*this)[0]; }
  reference operator[](difference_type n) const {
    return std::apply([n](const auto&... each) { return reference(each[n]...); }, m_iterators);
  }
  zip_iterator& operator+=(difference_type n) {
    std::apply([n](auto&... each) { ((each += n), ...); }, m_iterators);
    return *this;
  }
  zip_iterator& operator-=(difference_type n) { return *this += -n; }
  zip_iterator& operator++() { return *this += 1; }
  zip_iterator& operator--() { return *this += -1; }
  zip_iterator operator++(int) { zip_iterator before = *this; ++*this; return before; }
  zip_iterator operator+(difference_type n) const { zip_iterator moved = *this; return moved += n; }
  zip_iterator operator-(difference_type n) const { zip_iterator moved = *this; return moved -= n; }
  difference_type operator-(const zip_iterator& other) const {
    return std::get<0>(m_iterators) - std::get<0>(other.m_iterators);
  }
  bool operator==(const zip_iterator& other) const { return *this - other == 0; }
  bool operator<(const zip_iterator& other) const { return *this - other < 0; }

 private:
  std::tuple<Iterators...> m_iterators;
};
template <class... Iterators>
zip_iterator<std::tuple<Iterators...>> make_zip_iterator(std::tuple<Iterators...> iterators) { return {iterators}; }
template <class... Iterators>
auto make_zip_iterator(Iterators... iterators) { return zip_iterator<std::tuple<Iterators...>>(std::make_tuple(iterators...)); }

/// A function of several arguments as one of a tuple.
template <class Function>
struct zip_function {
  mutable Function function;
  zip_function(Function f) : function(f) {}
  template <class Tuple>
  decltype(auto) operator()(Tuple&& arguments) const { return std::apply(function, std::forward<Tuple>(arguments)); }
};
template <class Function>
zip_function<std::decay_t<Function>> make_zip_function(Function&& function) { return {std::forward<Function>(function)}; }

using std::make_reverse_iterator;
using std::reverse_iterator;

}  // namespace thrust
