#pragma once

#include <cstddef>

#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// What an attempt may have of the device's memory besides its arguments: what the problem says, or a quarter of the device. 0: it cannot be told.
std::size_t device_memory_limit_bytes(const Setting& setting);

/// Free on the device, bytes. 0 on the emulated runtime, and where it cannot be told.
std::size_t free_device_bytes(const Runtime& runtime);

/// Memory that was taken past the functions which the judge counts, as by the driver's own, would be missing for everybody else. `free_before`: before
/// the attempt was loaded. Where so much is gone meanwhile that it may have taken more than it may, its process is ended: what comes back by that was
/// its own, and is a memory-limit. Where it was others', `attempt` is right and has no process any more. True: it has to be tested again.
Result<bool> was_ended_in_vain(const Harness& harness, Tested& attempt, std::size_t free_before);

}  // namespace judge
