#pragma once

#include <string>
#include <vector>

#include "judge/judging/judging.hpp"
#include "judge/render/format.hpp"

namespace judge {

struct SweepOptions {
  JudgingOptions judging;
  std::vector<std::string> parameters;  ///< as -D says them: "BLOCK=128,256"
  Format format = Format::text;
};

/// `judge sweep`: one attempt built with every combination of its macros' values, each judged and all timed side by
/// side. Kept as a study, on no board. 0 = some combination was accepted, 1 = none. Errors: usage, the judge's own failures.
Result<int> sweep(const CommonOptions& common, const SweepOptions& options);

}  // namespace judge
