#pragma once

#include "judge/judging/judging.hpp"
#include "judge/render/format.hpp"

namespace judge {

struct LadderOptions {
  JudgingOptions judging;
  Format format = Format::text;
};

/// `judge ladder`: a problem's attempts in the order of their rungs, each with its gain over the one before. 0 = all
/// accepted, 1 = some not. Errors: usage, no ladder, the judge's own failures.
Result<int> ladder(const CommonOptions& common, const LadderOptions& options);

}  // namespace judge
