#pragma once

#include "judge/emulator/runtime/dry_call.hpp"
#include "judge/emulator/runtime/errors.hpp"

namespace judge::emulated {

/// The result of `allocate()`, by this function of the runtime, for its caller. In a dry call an allocation that is larger than
/// what an H200 has left is like a launch that fails.
template <class Allocate>
cudaError_t counted_allocation(const char* function, Allocate allocate) {
  if (const cudaError_t refused = count_call(function)) return finish(refused);
  const cudaError_t error = allocate();
  if (error == cudaErrorMemoryAllocation && is_dry_call.load(std::memory_order_relaxed))
    return finish_launch(launch_dry(function, error, LaunchResult::is_returned));
  return finish(error);
}

}  // namespace judge::emulated
