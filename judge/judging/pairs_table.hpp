#pragma once

#include <string>
#include <vector>

#include "judge/judging/judging.hpp"
#include "judge/measure/pairs.hpp"
#include "judge/model/documents.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// One line a pair: A, B, both medians, the ratio with its 95% interval, and what that means in words.
Table pairs_table(const std::vector<Pair>& pairs, const std::vector<std::string>& names, const std::vector<double>& medians_ns);

/// What `judge compare --json` prints of pairs among the ranked contestants.
CompareDocument compare_document(const Judged& judged, const std::vector<Pair>& pairs);

}  // namespace judge
