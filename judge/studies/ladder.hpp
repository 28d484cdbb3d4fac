#pragma once

#include <optional>
#include <vector>

#include "judge/judging/judging.hpp"
#include "judge/model/rows.hpp"
#include "judge/studies/copy_time.hpp"

namespace judge {

/// What was measured, a row a rung.
struct Ladder {
  Judged judged;
  std::vector<LadderRow> rows;   ///< of what was timed, in the ladder's order; refer to `judged`
  std::optional<CopyTime> copy;  ///< a copy that moves as many bytes
  std::optional<Error> copy_was_not_timed;
};

/// Judges a problem's attempts in the order of their rungs (those named: in the order they were named) and times each beside its neighbours. Errors:
/// usage, no ladder, the judge's own failures; interrupted.
Result<Ladder> judge_ladder(const CommonOptions& common, JudgingOptions judging, Observer& observer);

/// What `judge ladder --json` prints.
LadderDocument ladder_document(const Ladder& ladder);

}  // namespace judge
