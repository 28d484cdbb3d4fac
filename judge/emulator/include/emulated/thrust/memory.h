#pragma once

#include <cstdlib>

#include "thrust/device_ptr.h"
#include "thrust/tuple.h"

// Memory of the host, of the device, and of both.
namespace thrust {
namespace detail {

enum class Memory { device, managed, pinned };

template <class T, Memory memory>
class Allocator {
 public:
  typedef T value_type;
  typedef std::conditional_t<memory == Memory::device, device_ptr<T>, universal_ptr<T>> pointer;
  typedef std::conditional_t<memory == Memory::device, device_ptr<const T>, universal_ptr<const T>> const_pointer;
  typedef typename pointer::reference reference;
  typedef typename const_pointer::reference const_reference;
  typedef std::size_t size_type;
  typedef std::ptrdiff_t difference_type;
  template <class U>
  struct rebind { typedef Allocator<U, memory> other; };

  Allocator() = default;
  template <class U>
  Allocator(const Allocator<U, memory>&) {}
  pointer allocate(size_type count) {
    void* fresh = nullptr;
    const size_type bytes = count * sizeof(T);
    const cudaError_t error = memory == Memory::device    ? cudaMalloc(&fresh, bytes)
                              : memory == Memory::managed ? cudaMallocManaged(&fresh, bytes)
                                                          : cudaMallocHost(&fresh, bytes);
    if (error != cudaSuccess) throw std::bad_alloc();
    return pointer(static_cast<T*>(fresh));
  }
  void deallocate(pointer old, size_type) noexcept {
    if (memory == Memory::pinned) cudaFreeHost(const_cast<std::remove_const_t<T>*>(old.get()));
    else cudaFree(const_cast<std::remove_const_t<T>*>(old.get()));
  }
  size_type max_size() const { return ~size_type{0} / sizeof(T); }
  bool operator==(const Allocator&) const = default;
};

}  // namespace detail

template <class T>
using device_allocator = detail::Allocator<T, detail::Memory::device>;
template <class T>
using device_malloc_allocator = device_allocator<T>;
template <class T>
using universal_allocator = detail::Allocator<T, detail::Memory::managed>;
template <class T>
using universal_host_pinned_allocator = detail::Allocator<T, detail::Memory::pinned>;

/// Bytes, or elements of type T.
template <class T = void, class Policy, class = std::enable_if_t<detail::is_policy<Policy>>>
pointer<T, Policy> malloc(const Policy&, std::size_t count) {
  const std::size_t bytes = count * sizeof(std::conditional_t<std::is_void_v<T>, char, T>);
  if constexpr (std::is_base_of_v<detail::HostPolicy, Policy>)
    return pointer<T, Policy>(static_cast<T*>(std::malloc(bytes)));
  else return pointer<T, Policy>(device_malloc(bytes));
}
template <class Policy, class Pointer, class = std::enable_if_t<detail::is_policy<Policy>>>
void free(const Policy&, Pointer pointer) {
  if constexpr (std::is_base_of_v<detail::HostPolicy, Policy>) std::free(raw_pointer_cast(pointer));
  else detail::check(cudaFree(raw_pointer_cast(pointer)), "thrust::free");
}
template <class T, class Policy>
pair<pointer<T, Policy>, std::ptrdiff_t> get_temporary_buffer(const Policy& policy, std::ptrdiff_t count) {
  return {thrust::malloc<T>(policy, static_cast<std::size_t>(count)), count};
}
template <class Policy, class Pointer>
void return_temporary_buffer(const Policy& policy, Pointer pointer, std::ptrdiff_t = 0) {
  thrust::free(policy, pointer);
}

/// Builds objects in device memory.
template <class T>
device_ptr<T> device_new(device_ptr<void> at, const T& value, std::size_t count = 1) {
  const device_ptr<T> first(at);
  detail::DevicePolicy().run_each(JUDGE_THRUST_NAME("device_new"), count,
                                  [to = first.get(), value](std::size_t i) { ::new (to + i) T(value); });
  return first;
}
template <class T>
device_ptr<T> device_new(device_ptr<void> at, std::size_t count = 1) { return device_new<T>(at, T(), count); }
template <class T>
device_ptr<T> device_new(std::size_t count = 1) { return device_new<T>(device_malloc(count * sizeof(T)), T(), count); }
template <class T>
void device_delete(device_ptr<T> first, std::size_t count = 1) {
  if constexpr (!std::is_trivially_destructible_v<T>)
    detail::DevicePolicy().run_each(JUDGE_THRUST_NAME("device_delete"), count, [at = first.get()](std::size_t i) { at[i].~T(); });
  device_free(first);
}

}  // namespace thrust
