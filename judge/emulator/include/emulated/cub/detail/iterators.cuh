#pragma once

#include <cstddef>
#include <iterator>

#include "cub/thread/thread_operators.cuh"
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

namespace detail {
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
}  // namespace detail

// As above, for what has arguments.
#define JUDGE_GONE_TEMPLATE(what, instead)                                                                   \
  class what {                                                                                               \
    static_assert(!std::is_same_v<T, T>, "CUDA 13 has no cub::" #what "; use " instead);                     \
                                                                                                             \
   public:                                                                                                   \
    template <class... Arguments>                                                                            \
    what(const Arguments&...);                                                                               \
  }
template <class T, class Offset = std::ptrdiff_t>
JUDGE_GONE_TEMPLATE(CountingInputIterator, "thrust::counting_iterator");
template <class T, class Offset = std::ptrdiff_t>
JUDGE_GONE_TEMPLATE(ConstantInputIterator, "thrust::constant_iterator");
template <class T, class Conversion, class Iterator, class Offset = std::ptrdiff_t>
JUDGE_GONE_TEMPLATE(TransformInputIterator, "thrust::transform_iterator");

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
