#pragma once

#include <functional>
#include <vector>

#include "judge/passes/device_access.hpp"
#include "judge/passes/harness.hpp"

namespace judge {

/// Other judges' attempts may have held the device memory that one lacked: those that lacked some are tested once more, with no other
/// judge on the device, and that answer decides. `done` is told of each. Then the device is beside_others() again. Errors: as test_all().
Result<void> test_alone_what_lacked_memory(Harness& harness, std::vector<Tested>& tested, DeviceAccess& device,
                                           Observer& observer, const std::function<void(const Tested&)>& done);

}  // namespace judge
