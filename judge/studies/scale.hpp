#pragma once

#include <optional>
#include <string>

#include "judge/judging/judging.hpp"
#include "judge/model/documents.hpp"
#include "judge/studies/scaled_problem.hpp"

namespace judge {

/// Attempts, and the sizes to time them at.
struct ScaleWish {
  JudgingOptions judging;
  std::string from, to;   ///< as the user wrote them: "1k"; empty = chosen by the ranked case
  int steps = 0;          ///< 0 = each size four times the one before
  std::string parameter;  ///< "N", "M,N,K"; empty = the largest
};

struct Scale {
  Judged judged;
  ScaleStudy study;
  std::optional<Error> not_kept;  ///< why the ledger did not take it; to be told after the result
  bool was_interrupted = false;   ///< after some sizes, which are in it
};

/// How long the next size may take, from what the last one took and by how much it is larger. Its cost may grow faster.
double expected_seconds(double last_seconds, double growth);

/// Judges attempts and times them with the ranked case at one size after the other, the smallest first. A size that would take minutes
/// ends it. Kept in the ledger as a study, on no board. Errors: usage, no size fits, the judge's own failures; interrupted before a size
/// was measured.
Result<Scale> judge_at_sizes(const CommonOptions& common, const ScaleWish& wish, Observer& observer);

}  // namespace judge
