#pragma once

#include <vector>

#include "judge/passes/setting.hpp"
#include "judge/verify/report.hpp"

namespace judge {

/// Tests what a problem's files must contain: a statement, cases that are timed and cases that are not, the work (from which
/// impossible times are computed), sensible limits, buffers that fit into the device's memory. Builds nothing.
/// Errors: the device does not report its memory.
Result<std::vector<SoundnessResult>> test_files(const Setting& setting);

}  // namespace judge
