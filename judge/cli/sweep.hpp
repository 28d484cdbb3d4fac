#pragma once

#include "judge/judging/sweep.hpp"
#include "judge/render/format.hpp"

namespace judge {

struct SweepOptions : SweepWish {
  Format format = Format::text;
};

/// `judge sweep`: judge_combinations(), and its table. 0 = some combination was accepted, 1 = none. Errors: usage, the
/// judge's own failures.
Result<int> sweep(const CommonOptions& common, const SweepOptions& options);

}  // namespace judge
