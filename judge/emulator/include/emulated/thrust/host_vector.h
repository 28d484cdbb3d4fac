#pragma once

#include <memory>
#include <vector>

#include "thrust/detail/algorithms.h"

namespace thrust {

template <class T, class Allocator>
class device_vector;

/// A vector of the host that can be made of one of the device.
template <class T, class Allocator = std::allocator<T>>
class host_vector : public std::vector<T, Allocator> {
 public:
  typedef std::vector<T, Allocator> Base;
  using Base::Base;
  host_vector() = default;
  host_vector(const Base& other) : Base(other) {}
  template <class U, class Other>
  host_vector(const device_vector<U, Other>& other) { *this = other; }
  template <class U, class Other>
  host_vector(const std::vector<U, Other>& other) : Base(other.begin(), other.end()) {}
  template <class U, class Other>
  host_vector& operator=(const device_vector<U, Other>& other) {
    this->resize(other.size());
    other.judge_copy_to(this->data());
    return *this;
  }
};

}  // namespace thrust
