#pragma once

#include "judge/judging/scale.hpp"
#include "judge/render/format.hpp"

namespace judge {

struct ScaleOptions : ScaleWish {
  Format format = Format::text;
};

/// `judge scale`: judge_at_sizes(), shown. 0 = all accepted, 1 = some not. Errors: its own; what the ledger did not take.
Result<int> scale(const CommonOptions& common, const ScaleOptions& options);

}  // namespace judge
