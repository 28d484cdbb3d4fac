#pragma once

#include <vector>

#include "judge/judging/setting.hpp"
#include "judge/verify/report.hpp"

namespace judge {

/// What a problem's files must say: a statement, cases to check and to time, the work that refuses impossible times,
/// limits that honest attempts keep, buffers that fit into the device's memory. Nothing is built for it.
/// Errors: the device does not say how much memory it has.
Result<std::vector<SoundnessCheck>> examine_files(const Setting& setting);

}  // namespace judge
