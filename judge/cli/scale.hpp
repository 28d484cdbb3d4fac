#pragma once

#include <cstdint>
#include <string>

#include "judge/judging/judging.hpp"
#include "judge/render/format.hpp"

namespace judge {

struct ScaleOptions {
  JudgingOptions judging;
  std::string from, to;   ///< as the user wrote them: "1k"; empty = chosen by the ranked case
  int steps = 0;          ///< 0 = each size four times the one before
  std::string parameter;  ///< "N", "M,N,K"; empty = the largest
  Format format = Format::text;
};

/// `judge scale`: attempts judged and timed with the ranked case at several sizes. Kept as a study, on no board. 0 = all accepted, 1 =
/// some not. Errors: usage, no size fits, the judge's own failures.
Result<int> scale(const CommonOptions& common, const ScaleOptions& options);

}  // namespace judge
