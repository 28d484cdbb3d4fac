#pragma once

#include <vector>

#include "judge/judging/judging.hpp"
#include "judge/measure/pairs.hpp"
#include "judge/model/documents.hpp"

namespace judge {

/// What `judge compare --json` prints of pairs among the ranked contestants.
CompareDocument compare_document(const Judged& judged, const std::vector<Pair>& pairs);

}  // namespace judge
