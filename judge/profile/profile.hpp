#pragma once

#include "judge/judging/judging.hpp"
#include "judge/render/format.hpp"

namespace judge {

struct ProfileOptions {
  JudgingOptions judging;
  Format format = Format::text;
  std::string html;  ///< file for the page with the roofline; empty = none
};

/// `judge profile`: judges attempts, then has Nsight Compute look at the kernels of one call of each on the timed
/// case. Without it: what the trace of the call and cuobjdump tell. 0 = all accepted, 1 = some not. Errors: usage, the
/// judge's own failures.
Result<int> profile(const CommonOptions& common, const ProfileOptions& options, Observer& observer);

}  // namespace judge
