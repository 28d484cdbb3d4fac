#pragma once

#include <cstddef>
#include <iterator>

#include "cub/util_type.cuh"

namespace cub::detail {

/// The arithmetic of an iterator that is made of a position; `Self` has at(offset).
template <class Self, class Value, class Offset = std::ptrdiff_t>
class RandomAccess {
 public:
  typedef Self self_type;
  typedef Offset difference_type;
  typedef Value value_type;
  typedef Value* pointer;
  typedef Value reference;
  typedef std::random_access_iterator_tag iterator_category;

  auto operator*() const { return self().at(m_offset); }
  template <class Distance>
  auto operator[](Distance n) const { return self().at(m_offset + static_cast<Offset>(n)); }
  Self& operator++() { return ++m_offset, self(); }
  Self& operator--() { return --m_offset, self(); }
  Self operator++(int) { Self before = self(); ++m_offset; return before; }
  Self operator--(int) { Self before = self(); --m_offset; return before; }
  template <class Distance>
  Self& operator+=(Distance n) { return m_offset += static_cast<Offset>(n), self(); }
  template <class Distance>
  Self& operator-=(Distance n) { return m_offset -= static_cast<Offset>(n), self(); }
  template <class Distance>
  Self operator+(Distance n) const { Self moved = self(); return moved += n; }
  template <class Distance, class = std::enable_if_t<std::is_integral_v<Distance>>>
  Self operator-(Distance n) const { Self moved = self(); return moved -= n; }
  Offset operator-(const Self& other) const { return m_offset - static_cast<const RandomAccess&>(other).m_offset; }
  bool operator==(const Self& other) const { return m_offset == static_cast<const RandomAccess&>(other).m_offset; }
  bool operator!=(const Self& other) const { return !(*this == other); }
  bool operator<(const Self& other) const { return m_offset < static_cast<const RandomAccess&>(other).m_offset; }
  /// How far from the beginning.
  Offset position() const { return m_offset; }

 private:
  Self& self() { return static_cast<Self&>(*this); }
  const Self& self() const { return static_cast<const Self&>(*this); }
  Offset m_offset = 0;
};

}  // namespace cub::detail

namespace cub {

template <class T, class Offset = std::ptrdiff_t>
class CountingInputIterator : public detail::RandomAccess<CountingInputIterator<T, Offset>, T, Offset> {
 public:
  CountingInputIterator() = default;
  CountingInputIterator(const T& first) : m_first(first) {}
  T at(Offset offset) const { return m_first + static_cast<T>(offset); }

 private:
  T m_first{};
};

template <class T, class Offset = std::ptrdiff_t>
class ConstantInputIterator : public detail::RandomAccess<ConstantInputIterator<T, Offset>, T, Offset> {
 public:
  ConstantInputIterator(const T& value, const Offset& = 0) : m_value(value) {}
  T at(Offset) const { return m_value; }

 private:
  T m_value;
};

template <class T, class Conversion, class Iterator, class Offset = std::ptrdiff_t>
class TransformInputIterator
    : public detail::RandomAccess<TransformInputIterator<T, Conversion, Iterator, Offset>, T, Offset> {
 public:
  TransformInputIterator(Iterator base, Conversion conversion) : m_base(base), m_conversion(conversion) {}
  T at(Offset offset) const { return m_conversion(m_base[offset]); }

 private:
  Iterator m_base;
  mutable Conversion m_conversion;
};

template <class Iterator, class Offset = std::ptrdiff_t, class T = detail::value_t<Iterator>>
class ArgIndexInputIterator
    : public detail::RandomAccess<ArgIndexInputIterator<Iterator, Offset, T>, KeyValuePair<Offset, T>, Offset> {
 public:
  ArgIndexInputIterator(Iterator base) : m_base(base) {}
  KeyValuePair<Offset, T> at(Offset offset) const { return {offset, m_base[offset]}; }

 private:
  Iterator m_base;
};

template <int Modifier, class T, class Offset = std::ptrdiff_t>
class CacheModifiedInputIterator : public detail::RandomAccess<CacheModifiedInputIterator<Modifier, T, Offset>, T, Offset> {
 public:
  CacheModifiedInputIterator(const T* base) : m_base(base) {}
  T at(Offset offset) const { return m_base[offset]; }

 private:
  const T* m_base;
};

}  // namespace cub
