#pragma once

#include <cstddef>

namespace judge::emulated {

/// cudaLimitMallocHeapSize, as it is set.
std::size_t device_heap_limit();

}  // namespace judge::emulated
