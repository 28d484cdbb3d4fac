#pragma once

#include <cstddef>
#include <iterator>

#include "thrust/detail/policy.h"

namespace thrust {

template <class T>
class device_ptr;

/// An object of the device. The host reads and writes it by copies, each of which waits for the device.
template <class T>
class device_reference {
 public:
  typedef std::remove_const_t<T> value_type;
  typedef device_ptr<T> pointer;

  explicit device_reference(T* at) : m_at(at) {}
  device_reference(const device_reference&) = default;
  operator value_type() const {
    value_type value;
    copy(&value, m_at, cudaMemcpyDeviceToHost);
    return value;
  }
  const device_reference& operator=(const value_type& value) const {
    copy(const_cast<value_type*>(m_at), &value, cudaMemcpyHostToDevice);
    return *this;
  }
  device_reference& operator=(const value_type& value) {
    copy(const_cast<value_type*>(m_at), &value, cudaMemcpyHostToDevice);
    return *this;
  }
  device_reference& operator=(const device_reference& other) { return *this = static_cast<value_type>(other); }
  pointer operator&() const { return pointer(m_at); }
#define JUDGE_COMPOUND(op)                                                                              \
  template <class U>                                                                                    \
  device_reference& operator op##=(const U& value) { return *this = static_cast<value_type>(static_cast<value_type>(*this) op value); }
  JUDGE_COMPOUND(+)
  JUDGE_COMPOUND(-)
  JUDGE_COMPOUND(*)
  JUDGE_COMPOUND(/)
#undef JUDGE_COMPOUND
  device_reference& operator++() { return *this += 1; }
  device_reference& operator--() { return *this -= 1; }
  friend void swap(device_reference a, device_reference b) {
    const value_type old = a;
    a = static_cast<value_type>(b);
    b = old;
  }

 private:
  static void copy(value_type* to, const value_type* from, cudaMemcpyKind kind) {
    if (judgeEmulatedInKernel()) *to = *from;
    else detail::check(cudaMemcpy(static_cast<void*>(to), from, sizeof(value_type), kind), "thrust::device_reference");
  }
  T* m_at;
};

/// A pointer into device memory that algorithms know for one.
template <class T>
class device_ptr {
 public:
  static constexpr bool is_of_device = true;
  typedef T element_type;
  typedef std::remove_const_t<T> value_type;
  typedef std::ptrdiff_t difference_type;
  typedef device_ptr pointer;
  typedef device_reference<T> reference;
  typedef std::random_access_iterator_tag iterator_category;

  device_ptr() = default;
  device_ptr(std::nullptr_t) {}
  explicit device_ptr(T* pointer) : m_pointer(pointer) {}
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : m_pointer(other.get()) {}

  T* get() const { return m_pointer; }
  T* judge_unwrapped() const { return m_pointer; }
  explicit operator bool() const { return m_pointer != nullptr; }
  reference operator*() const { return reference(m_pointer); }
  reference operator[](difference_type i) const { return reference(m_pointer + i); }
  device_ptr& operator++() { return ++m_pointer, *this; }
  device_ptr& operator--() { return --m_pointer, *this; }
  device_ptr operator++(int) { return device_ptr(m_pointer++); }
  device_ptr operator--(int) { return device_ptr(m_pointer--); }
  device_ptr& operator+=(difference_type n) { return m_pointer += n, *this; }
  device_ptr& operator-=(difference_type n) { return m_pointer -= n, *this; }
  friend device_ptr operator+(device_ptr p, difference_type n) { return device_ptr(p.m_pointer + n); }
  friend device_ptr operator+(difference_type n, device_ptr p) { return device_ptr(p.m_pointer + n); }
  friend device_ptr operator-(device_ptr p, difference_type n) { return device_ptr(p.m_pointer - n); }
  template <class U>
  difference_type operator-(const device_ptr<U>& other) const { return m_pointer - other.get(); }
  template <class U>
  bool operator==(const device_ptr<U>& other) const { return m_pointer == other.get(); }
  template <class U>
  auto operator<=>(const device_ptr<U>& other) const { return m_pointer <=> other.get(); }

 private:
  T* m_pointer = nullptr;
};

template <class T>
device_ptr<T> device_pointer_cast(T* pointer) { return device_ptr<T>(pointer); }
template <class T>
device_ptr<T> device_pointer_cast(const device_ptr<T>& pointer) { return pointer; }
template <class T>
T* raw_pointer_cast(T* pointer) { return pointer; }
template <class T>
T* raw_pointer_cast(const device_ptr<T>& pointer) { return pointer.get(); }
template <class T>
T& raw_reference_cast(T& reference) { return reference; }
template <class T>
T& raw_reference_cast(const device_reference<T>& reference) { return *(&reference).get(); }

template <class T>
device_ptr<T> device_malloc(std::size_t count) {
  void* pointer = nullptr;
  if (cudaMalloc(&pointer, count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
  return device_ptr<T>(static_cast<T*>(pointer));
}
template <class T>
void device_free(device_ptr<T> pointer) { detail::check(cudaFree(pointer.get()), "thrust::device_free"); }

}  // namespace thrust
