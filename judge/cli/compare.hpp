#pragma once

#include <string>
#include <vector>

#include "judge/judging/judging.hpp"
#include "judge/measure/pairs.hpp"
#include "judge/render/format.hpp"
#include "judge/render/table.hpp"

namespace judge {

struct CompareCommandOptions {
  JudgingOptions judging;
  Format format = Format::text;
};

/// One line a pair: A, B, both medians, the ratio with its 95% interval, and what that means in words.
Table pairs_table(const std::vector<Pair>& pairs, const std::vector<std::string>& names, const std::vector<double>& medians_ns);

/// `judge compare`: judges as `judge run` does, then says of each pair how the one stands to the other. 0 = all
/// accepted, 1 = some not. Errors: usage (fewer than two attempts), the judge's own failures.
Result<int> compare_attempts(const CommonOptions& common, const CompareCommandOptions& options);

}  // namespace judge
