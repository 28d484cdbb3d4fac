#pragma once

#include "thrust/detail/iterators.h"

// Iterators that people make of a few functions: dereference(), increment(), decrement(), advance(n), equal(other) and
// distance_to(other), which may be private.
namespace thrust {

struct incrementable_traversal_tag {};
struct single_pass_traversal_tag : incrementable_traversal_tag {};
struct forward_traversal_tag : single_pass_traversal_tag {};
struct bidirectional_traversal_tag : forward_traversal_tag {};
struct random_access_traversal_tag : bidirectional_traversal_tag {};

/// Calls these functions; an iterator has it as a friend.
class iterator_core_access {
 public:
  template <class Iterator>
  static decltype(auto) dereference(const Iterator& iterator) { return iterator.dereference(); }
  template <class Iterator>
  static void increment(Iterator& iterator) { iterator.increment(); }
  template <class Iterator>
  static void decrement(Iterator& iterator) { iterator.decrement(); }
  template <class Iterator, class Difference>
  static void advance(Iterator& iterator, Difference n) { iterator.advance(n); }
  template <class Iterator, class Other>
  static bool equal(const Iterator& a, const Other& b) { return a.equal(b); }
  template <class Iterator, class Other>
  static auto distance(const Iterator& from, const Other& to) { return from.distance_to(to); }
};

template <class Derived, class Value, class System, class Traversal, class Reference, class Difference = std::ptrdiff_t>
class iterator_facade {
  typedef iterator_core_access Access;

 public:
  static constexpr bool is_of_device = std::is_base_of_v<detail::DevicePolicy, System>;
  typedef std::remove_const_t<Value> value_type;
  typedef Reference reference;
  typedef Difference difference_type;
  typedef std::remove_reference_t<Reference>* pointer;
  typedef std::conditional_t<
      std::is_convertible_v<Traversal, random_access_traversal_tag>, std::random_access_iterator_tag,
      std::conditional_t<std::is_convertible_v<Traversal, bidirectional_traversal_tag>, std::bidirectional_iterator_tag,
                         std::conditional_t<std::is_convertible_v<Traversal, forward_traversal_tag>,
                                            std::forward_iterator_tag, std::input_iterator_tag>>>
      iterator_category;

  Reference operator*() const { return Access::dereference(self()); }
  Reference operator[](Difference n) const { return *(self() + n); }
  Derived& operator++() { return Access::increment(self()), self(); }
  Derived& operator--() { return Access::decrement(self()), self(); }
  Derived operator++(int) { Derived before = self(); ++*this; return before; }
  Derived operator--(int) { Derived before = self(); --*this; return before; }
  Derived& operator+=(Difference n) { return Access::advance(self(), n), self(); }
  Derived& operator-=(Difference n) { return *this += -n; }
  friend Derived operator+(const Derived& it, Difference n) { Derived moved = it; moved += n; return moved; }
  friend Derived operator+(Difference n, const Derived& it) { return it + n; }
  friend Derived operator-(const Derived& it, Difference n) { Derived moved = it; moved -= n; return moved; }
  friend Difference operator-(const Derived& a, const Derived& b) { return Access::distance(b, a); }
  friend bool operator==(const Derived& a, const Derived& b) { return Access::equal(a, b); }
  friend bool operator!=(const Derived& a, const Derived& b) { return !(a == b); }
  friend bool operator<(const Derived& a, const Derived& b) { return a - b < 0; }
  friend bool operator>(const Derived& a, const Derived& b) { return b < a; }
  friend bool operator<=(const Derived& a, const Derived& b) { return !(b < a); }
  friend bool operator>=(const Derived& a, const Derived& b) { return !(a < b); }

 private:
  Derived& self() { return static_cast<Derived&>(*this); }
  const Derived& self() const { return static_cast<const Derived&>(*this); }
};

namespace detail {
template <class Given, class Default>
using given_or = std::conditional_t<std::is_same_v<Given, use_default>, Default, Given>;
template <class Derived, class Base, class Value, class System, class Traversal, class Reference, class Difference>
using FacadeOf = iterator_facade<
    Derived, given_or<Value, value_t<Base>>,
    given_or<System, std::conditional_t<is_of_device<Base>, device_system_tag, any_system_tag>>,
    given_or<Traversal, random_access_traversal_tag>,
    given_or<Reference, std::conditional_t<std::is_same_v<Value, use_default>, typename std::iterator_traits<Base>::reference,
                                           std::add_lvalue_reference_t<given_or<Value, int>>>>,
    given_or<Difference, difference_t<Base>>>;
}  // namespace detail

/// Another iterator, of which a class that derives from this one changes some of the functions.
template <class Derived, class Base, class Value = use_default, class System = use_default, class Traversal = use_default,
          class Reference = use_default, class Difference = use_default>
class iterator_adaptor : public detail::FacadeOf<Derived, Base, Value, System, Traversal, Reference, Difference> {
  friend class iterator_core_access;

 public:
  typedef detail::FacadeOf<Derived, Base, Value, System, Traversal, Reference, Difference> super_t;
  typedef Base base_type;
  typedef typename super_t::reference reference;
  typedef typename super_t::difference_type difference_type;

  iterator_adaptor() = default;
  explicit iterator_adaptor(const Base& base) : m_base(base) {}
  const Base& base() const { return m_base; }

 protected:
  const Base& base_reference() const { return m_base; }
  Base& base_reference() { return m_base; }

 private:
  reference dereference() const { return *m_base; }
  void increment() { ++m_base; }
  void decrement() { --m_base; }
  void advance(difference_type n) { m_base = m_base + n; }
  template <class Other>
  bool equal(const Other& other) const { return m_base == other.base(); }
  template <class Other>
  difference_type distance_to(const Other& other) const { return other.base() - m_base; }

  Base m_base;
};

/// As far behind another iterator as `Offset` says: a number, or where one is read when it is needed.
template <class Iterator, class Offset = detail::difference_t<Iterator>>
class offset_iterator : public iterator_adaptor<offset_iterator<Iterator, Offset>, Iterator> {
  typedef iterator_adaptor<offset_iterator<Iterator, Offset>, Iterator> Adaptor;
  friend class iterator_core_access;

 public:
  typedef typename Adaptor::reference reference;
  typedef typename Adaptor::difference_type difference_type;
  offset_iterator(Iterator base = {}, Offset offset = {}) : Adaptor(base), m_offset(offset) {}
  const Offset& offset() const { return m_offset; }
  Offset& offset() { return m_offset; }

 private:
  static constexpr bool is_read = requires(Offset offset) { *offset; };
  Iterator place() const {
    if constexpr (is_read) return this->base() + static_cast<difference_type>(*m_offset);
    else return this->base() + static_cast<difference_type>(m_offset);
  }
  reference dereference() const { return *place(); }
  void increment() { advance(1); }
  void decrement() { advance(-1); }
  void advance(difference_type n) {
    if constexpr (is_read) this->base_reference() += n;
    else m_offset += n;
  }
  bool equal(const offset_iterator& other) const { return place() == other.place(); }
  difference_type distance_to(const offset_iterator& other) const { return other.place() - place(); }

  Offset m_offset;
};
template <class Iterator>
offset_iterator(Iterator) -> offset_iterator<Iterator>;

}  // namespace thrust
