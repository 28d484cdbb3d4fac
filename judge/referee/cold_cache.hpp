#pragma once

#include "judge/referee/device_library.hpp"
#include "judge/referee/memory.hpp"

namespace judge {

/// Empties the L2 of a GPU by the referee's own reads, so that no input is still there from when it was placed. A player does so as well,
/// right before the clock; but that is the attempt's process.
class ColdCache {
 public:
  /// Allocates the memory for it, twice the L2, if that is not there. Errors: none is left.
  Result<void> allocate(const Runtime& runtime);
  /// Waits until it is done. Errors: likewise; the judge's kernel.
  Result<void> empty(const Runtime& runtime, const DeviceLibrary& kernels);

 private:
  DeviceMemory m_memory;
};

}  // namespace judge
