#pragma once

#include <vector>

#include "judge/model/observer.hpp"
#include "judge/passes/device_access.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"
#include "judge/passes/stage_clock.hpp"
#include "judge/passes/timing_options.hpp"

namespace judge {

/// Times every attempt that is right so far on one case, side by side in interleaved blocks, each call on new inputs, alone on the device.
/// Then, beside others, the answers of some calls, chosen at random, are compared. One that fails on the way gets its verdict; each of the
/// others a Measurement, or the reason why it has no time. `clock` has "timing" and "answers". Errors: the judge's own failures; interrupted.
Result<TimedCase> time_side_by_side(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index,
                                    const TimingOptions& options, DeviceAccess& device, StageClock& clock, Observer& observer);

}  // namespace judge
