#pragma once

#include <algorithm>
#include <initializer_list>
#include <stdexcept>
#include <vector>

#include "thrust/detail/algorithms.h"
#include "thrust/host_vector.h"
#include "thrust/memory.h"

namespace thrust {

namespace detail {
template <class T, class Allocator>
constexpr bool is_universal = requires { requires std::is_same_v<typename Allocator::pointer, universal_ptr<T>>; };
}  // namespace detail

/// A vector in device memory; its elements are those of a type that may be copied byte by byte, or are built on the host.
/// With universal_allocator, in memory that the host accesses, too.
template <class T, class Allocator = device_allocator<T>>
class device_vector {
 public:
  typedef T value_type;
  typedef Allocator allocator_type;
  typedef std::conditional_t<detail::is_universal<T, Allocator>, universal_ptr<T>, device_ptr<T>> pointer;
  typedef std::conditional_t<detail::is_universal<T, Allocator>, universal_ptr<const T>, device_ptr<const T>> const_pointer;
  typedef pointer iterator;
  typedef const_pointer const_iterator;
  typedef std::reverse_iterator<iterator> reverse_iterator;
  typedef std::reverse_iterator<const_iterator> const_reverse_iterator;
  typedef typename pointer::reference reference;
  typedef typename const_pointer::reference const_reference;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;

  device_vector() = default;
  explicit device_vector(const Allocator& allocator) : m_allocator(allocator) {}
  explicit device_vector(size_type count, const Allocator& allocator = Allocator()) : m_allocator(allocator) { resize(count); }
  device_vector(size_type count, const T& value, const Allocator& allocator = Allocator()) : m_allocator(allocator) {
    resize(count, value);
  }
  device_vector(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  device_vector(const device_vector& other) { assign_device(other.get(), other.size()); }
  device_vector(device_vector&& other) noexcept { swap(other); }
  template <class U, class Other>
  device_vector(const std::vector<U, Other>& other) { assign(other.begin(), other.end()); }
  template <class U, class Other>
  device_vector(const device_vector<U, Other>& other) { assign(other.begin(), other.end()); }
  template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
  device_vector(Iterator first, Iterator last, const Allocator& allocator = Allocator()) : m_allocator(allocator) {
    assign(first, last);
  }
  ~device_vector() { release(m_data, m_capacity); }

  device_vector& operator=(const device_vector& other) {
    if (this != &other) assign_device(other.get(), other.size());
    return *this;
  }
  device_vector& operator=(device_vector&& other) noexcept {
    swap(other);
    return *this;
  }
  device_vector& operator=(std::initializer_list<T> values) { return assign(values.begin(), values.end()), *this; }
  template <class U, class Other>
  device_vector& operator=(const std::vector<U, Other>& other) { return assign(other.begin(), other.end()), *this; }
  template <class U, class Other>
  device_vector& operator=(const device_vector<U, Other>& other) { return assign(other.begin(), other.end()), *this; }

  template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
  void assign(Iterator first, Iterator last) {
    if constexpr (detail::is_of_device<Iterator>) {
      const auto from = detail::unwrap(first);
      reserve_only(detail::length(first, last));
      T* const to = m_data;
      detail::DevicePolicy().run_each(JUDGE_THRUST_NAME("device_vector"), m_size, [=](std::size_t i) { ::new (to + i) T(from[i]); });
    } else {
      const std::vector<T> values(first, last);
      reserve_only(values.size());
      to_device(m_data, values);
    }
  }
  void assign(size_type count, const T& value) {
    clear();
    resize(count, value);
  }

  size_type size() const { return m_size; }
  size_type max_size() const { return ~size_type{0} / sizeof(T); }
  Allocator get_allocator() const { return m_allocator; }
  size_type capacity() const { return m_capacity; }
  bool empty() const { return m_size == 0; }
  pointer data() { return pointer(m_data); }
  const_pointer data() const { return const_pointer(m_data); }
  iterator begin() { return data(); }
  iterator end() { return data() + static_cast<difference_type>(m_size); }
  const_iterator begin() const { return data(); }
  const_iterator end() const { return data() + static_cast<difference_type>(m_size); }
  const_iterator cbegin() const { return begin(); }
  const_iterator cend() const { return end(); }
  reverse_iterator rbegin() { return std::make_reverse_iterator(end()); }
  reverse_iterator rend() { return std::make_reverse_iterator(begin()); }
  const_reverse_iterator rbegin() const { return std::make_reverse_iterator(end()); }
  const_reverse_iterator rend() const { return std::make_reverse_iterator(begin()); }
  const_reverse_iterator crbegin() const { return rbegin(); }
  const_reverse_iterator crend() const { return rend(); }
  reference operator[](size_type i) { return data()[static_cast<difference_type>(i)]; }
  const_reference operator[](size_type i) const { return data()[static_cast<difference_type>(i)]; }
  reference front() { return (*this)[0]; }
  const_reference front() const { return (*this)[0]; }
  reference back() { return (*this)[m_size - 1]; }
  const_reference back() const { return (*this)[m_size - 1]; }

  void reserve(size_type count) {
    if (count <= m_capacity) return;
    T* const old = m_data;
    T* const fresh = raw_pointer_cast(m_allocator.allocate(count));
    if (m_size) detail::check(cudaMemcpy(static_cast<void*>(fresh), old, m_size * sizeof(T), cudaMemcpyDeviceToDevice), "thrust::device_vector");
    release(old, m_capacity);
    m_data = fresh;
    m_capacity = count;
  }
  void resize(size_type count, const T& value = T()) {
    if (count > m_capacity) reserve(std::max(count, m_size ? 2 * m_capacity : count));
    T* const to = m_data + m_size;
    if (count > m_size)
      detail::DevicePolicy().run_each(JUDGE_THRUST_NAME("device_vector"), count - m_size,
                                      [to, value](std::size_t i) { ::new (to + i) T(value); });
    m_size = count;
  }
  void clear() { m_size = 0; }
  void shrink_to_fit() {
    device_vector copy(*this);
    swap(copy);
  }
  void push_back(const T& value) { resize(m_size + 1, value); }
  void pop_back() { --m_size; }
  iterator insert(iterator at, const T& value) { return insert(at, size_type{1}, value); }
  iterator insert(iterator at, size_type count, const T& value) {
    const std::vector<T> values(count, value);
    return insert(at, values.begin(), values.end());
  }
  template <class Iterator, class = typename std::iterator_traits<Iterator>::iterator_category>
  iterator insert(iterator at, Iterator first, Iterator last) {
    const difference_type place = at - begin();
    std::vector<T> all = on_host(), added = values_of(first, last);
    all.insert(all.begin() + place, added.begin(), added.end());
    assign(all.begin(), all.end());
    return begin() + place;
  }
  iterator erase(iterator at) { return erase(at, at + 1); }
  iterator erase(iterator first, iterator last) {
    const difference_type place = first - begin();
    std::vector<T> all = on_host();
    all.erase(all.begin() + place, all.begin() + (last - begin()));
    to_device(m_data, all);
    m_size = all.size();
    return begin() + place;
  }
  void swap(device_vector& other) noexcept {
    std::swap(m_data, other.m_data);
    std::swap(m_size, other.m_size);
    std::swap(m_capacity, other.m_capacity);
    std::swap(m_allocator, other.m_allocator);
  }
  friend void swap(device_vector& a, device_vector& b) { a.swap(b); }

  /// To memory of the host, for host_vector.
  template <class U>
  void judge_copy_to(U* to) const {
    const std::vector<T> values = on_host();
    std::copy(values.begin(), values.end(), to);
  }

  template <class Other>
  friend bool operator==(const device_vector& a, const Other& b) {
    const host_vector<T> left(a), right(b);
    return static_cast<const std::vector<T>&>(left) == right;
  }

 private:
  T* get() const { return m_data; }
  void release(T* old, size_type count) {
    if (old) m_allocator.deallocate(decltype(m_allocator.allocate(count))(old), count);
  }
  /// Room for `count` elements that nobody has built yet.
  void reserve_only(size_type count) {
    m_size = 0;
    reserve(count);
    m_size = count;
  }
  void assign_device(const T* from, size_type count) {
    assign(const_pointer(from), const_pointer(from) + static_cast<difference_type>(count));
  }
  std::vector<T> on_host() const {
    std::vector<T> values(m_size);
    if constexpr (!std::is_same_v<T, bool>) {
      if (m_size) detail::check(cudaMemcpy(static_cast<void*>(values.data()), m_data, m_size * sizeof(T), cudaMemcpyDeviceToHost), "thrust::device_vector");
    } else {
      for (size_type i = 0; i < m_size; ++i) values[i] = (*this)[i];
    }
    return values;
  }
  template <class Iterator>
  static std::vector<T> values_of(Iterator first, Iterator last) {
    if constexpr (detail::is_of_device<Iterator>) return device_vector(first, last).on_host();
    else return std::vector<T>(first, last);
  }
  static void to_device(T* to, const std::vector<T>& values) {
    if constexpr (!std::is_same_v<T, bool>) {
      if (!values.empty()) detail::check(cudaMemcpy(static_cast<void*>(to), values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice), "thrust::device_vector");
    } else {
      for (std::size_t i = 0; i < values.size(); ++i) device_reference<T>(to + i) = values[i];
    }
  }

  [[no_unique_address]] Allocator m_allocator;
  T* m_data = nullptr;
  size_type m_size = 0, m_capacity = 0;
};

}  // namespace thrust
