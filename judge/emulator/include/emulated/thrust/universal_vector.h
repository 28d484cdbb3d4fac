#pragma once

#include "thrust/device_vector.h"

namespace thrust {

/// Vectors of memory that host and device access.
template <class T, class Allocator = universal_allocator<T>>
using universal_vector = device_vector<T, Allocator>;
template <class T>
using universal_host_pinned_vector = device_vector<T, universal_host_pinned_allocator<T>>;

}  // namespace thrust
