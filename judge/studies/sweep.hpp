#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/judging/judging.hpp"
#include "judge/model/rows.hpp"

namespace judge {

/// One attempt, and the values that its macros get.
struct SweepWish {
  JudgingOptions judging;
  std::vector<std::string> parameters;  ///< as -D says them: "BLOCK=128,256"
};

/// What was measured, a row a combination.
struct Sweep {
  Judged judged;
  std::vector<std::string> parameters;  ///< their names
  std::vector<SweepRow> rows;           ///< refer to `judged`
  std::optional<Error> not_kept;        ///< why the ledger did not take it; to be told after the result
};

/// Builds one attempt with every combination of its macros' values, judges each and times all side by side. Kept in the
/// ledger as a study, on no board. Errors: usage, a macro that -D cannot change, the judge's own failures; interrupted.
Result<Sweep> judge_combinations(const CommonOptions& common, const SweepWish& wish, Observer& observer);

/// What `judge sweep --json` prints and the ledger keeps.
SweepStudy sweep_study(const Sweep& sweep);

}  // namespace judge
