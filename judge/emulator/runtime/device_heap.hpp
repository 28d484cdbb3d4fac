#pragma once

#include <cstddef>

namespace judge::emulated {

/// cudaLimitMallocHeapSize, as it is set.
std::size_t device_heap_limit();

/// In memory that a kernel has from malloc(), which lives on for the next kernels.
bool is_of_device_heap(const void* pointer);

}  // namespace judge::emulated
