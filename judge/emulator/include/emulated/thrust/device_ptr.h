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

namespace detail {

/// What the pointers that follow share. `Self` is one of them; T may be void.
template <class Self, class T, class Reference>
class Pointer {
 public:
  typedef T element_type;
  typedef std::remove_const_t<T> value_type;
  typedef std::ptrdiff_t difference_type;
  typedef Self pointer;
  typedef T* raw_pointer;
  typedef Reference reference;
  typedef std::random_access_iterator_tag iterator_category;

  Pointer() = default;
  Pointer(std::nullptr_t) {}
  explicit Pointer(T* pointer) : m_pointer(pointer) {}

  T* get() const { return m_pointer; }
  T* judge_unwrapped() const { return m_pointer; }
  explicit operator bool() const { return m_pointer != nullptr; }
  T* operator->() const { return m_pointer; }
  Reference operator*() const { return (*this)[0]; }
  Reference operator[](difference_type i) const {
    if constexpr (std::is_reference_v<Reference>) return m_pointer[i];
    else return Reference(m_pointer + i);
  }
  Self& operator++() { return ++m_pointer, self(); }
  Self& operator--() { return --m_pointer, self(); }
  Self operator++(int) { return Self(m_pointer++); }
  Self operator--(int) { return Self(m_pointer--); }
  Self& operator+=(difference_type n) { return m_pointer += n, self(); }
  Self& operator-=(difference_type n) { return m_pointer -= n, self(); }
  friend Self operator+(const Self& p, difference_type n) { return Self(p.get() + n); }
  friend Self operator+(difference_type n, const Self& p) { return Self(p.get() + n); }
  friend Self operator-(const Self& p, difference_type n) { return Self(p.get() - n); }
  template <class Other, class U, class R>
  difference_type operator-(const Pointer<Other, U, R>& other) const { return m_pointer - other.get(); }
  bool operator==(std::nullptr_t) const { return m_pointer == nullptr; }
  template <class Other, class U, class R>
  bool operator==(const Pointer<Other, U, R>& other) const { return m_pointer == other.get(); }
  template <class Other, class U, class R>
  auto operator<=>(const Pointer<Other, U, R>& other) const { return m_pointer <=> other.get(); }

 private:
  Self& self() { return static_cast<Self&>(*this); }
  T* m_pointer = nullptr;
};

/// A pointer to what the host can access, too. The algorithms run where `Policy` says.
template <class T, class Policy>
class DirectPointer : public Pointer<DirectPointer<T, Policy>, T, std::add_lvalue_reference_t<T>> {
 public:
  static constexpr bool is_of_device = std::is_same_v<Policy, DevicePolicy>;
  using Pointer<DirectPointer, T, std::add_lvalue_reference_t<T>>::Pointer;
  DirectPointer() = default;
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  DirectPointer(const DirectPointer<U, Policy>& other) : DirectPointer(other.get()) {}
};

}  // namespace detail

/// A pointer into device memory that algorithms know for one.
template <class T>
class device_ptr : public detail::Pointer<device_ptr<T>, T, device_reference<T>> {
 public:
  static constexpr bool is_of_device = true;
  using detail::Pointer<device_ptr, T, device_reference<T>>::Pointer;
  device_ptr() = default;
  template <class U, class = std::enable_if_t<std::is_convertible_v<U*, T*>>>
  device_ptr(const device_ptr<U>& other) : device_ptr(other.get()) {}
  template <class U, class = std::enable_if_t<!std::is_convertible_v<U*, T*>>, class = std::enable_if_t<std::is_void_v<U>>>
  explicit device_ptr(const device_ptr<U>& other) : device_ptr(static_cast<T*>(other.get())) {}
};

/// A pointer to managed or pinned memory.
template <class T>
using universal_ptr = detail::DirectPointer<T, detail::DevicePolicy>;
/// Of a system: host_system_tag, device_system_tag, or a policy.
template <class T, class System, class = use_default, class = use_default>
using pointer =
    std::conditional_t<std::is_base_of_v<detail::HostPolicy, System>, detail::DirectPointer<T, detail::HostPolicy>, device_ptr<T>>;

template <class T>
device_ptr<T> device_pointer_cast(T* pointer) { return device_ptr<T>(pointer); }
template <class T>
device_ptr<T> device_pointer_cast(const device_ptr<T>& pointer) { return pointer; }
template <class T>
T* raw_pointer_cast(T* pointer) { return pointer; }
template <class Pointer>
auto raw_pointer_cast(const Pointer& pointer) -> decltype(pointer.get()) { return pointer.get(); }
template <class T>
T& raw_reference_cast(T& reference) { return reference; }
template <class T>
T& raw_reference_cast(const device_reference<T>& reference) { return *(&reference).get(); }

inline device_ptr<void> device_malloc(std::size_t bytes) {
  void* pointer = nullptr;
  if (cudaMalloc(&pointer, bytes) != cudaSuccess) throw std::bad_alloc();
  return device_ptr<void>(pointer);
}
template <class T>
device_ptr<T> device_malloc(std::size_t count) { return device_ptr<T>(device_malloc(count * sizeof(T))); }
template <class T>
void device_free(device_ptr<T> pointer) { detail::check(cudaFree(pointer.get()), "thrust::device_free"); }

}  // namespace thrust
