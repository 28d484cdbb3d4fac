#pragma once

#include <cstddef>
#include <optional>

#include "judge/passes/passes.hpp"
#include "judge/passes/setting.hpp"

namespace judge {

/// What an attempt may have of the device's memory besides its arguments, bytes: what the problem says, or a quarter of the device. 0: it cannot be
/// told.
std::size_t device_memory_limit_bytes(const Setting& setting);

/// Free on the device, bytes. 0 on the emulated runtime, and where it cannot be told.
std::size_t free_device_bytes(const Runtime& runtime);

/// Memory that was taken past the functions which the judge counts, as by the driver's own, would be missing for everybody else. `free_before`: before
/// the attempt was loaded. Where so much is gone meanwhile that its processes, `players`, may have more than they may, they are ended. What came back by
/// that was theirs, bytes; 0: others took it, and the attempt has to be tested again. Nothing: they were not ended.
std::optional<std::size_t> taken_too_much(const Setting& setting, Players& players, std::size_t free_before);

}  // namespace judge
