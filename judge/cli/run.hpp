#pragma once

#include "judge/judging/judging.hpp"
#include "judge/render/format.hpp"

namespace judge {

struct RunOptions {
  JudgingOptions judging;
  Format format = Format::text;
};

/// `judge run`: builds, checks, times, ranks. 0 = all accepted, 1 = some not. Errors: usage, the judge's own failures.
Result<int> run(const CommonOptions& common, const RunOptions& options);

}  // namespace judge
