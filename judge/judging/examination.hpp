#pragma once

#include "judge/judging/bench.hpp"
#include "judge/judging/passes.hpp"
#include "judge/model/observer.hpp"

namespace judge {

/// Which attempts are run once more under a checker, that looks for races, reads of what nobody wrote and the like.
enum class CheckWish { none, after_failures, all };

/// Is this attempt to be run once more under the checker? After failures that is one with a wrong answer or a runtime error
/// in a case.
bool wants_examination(const Tested& attempt, CheckWish wish);

/// Builds the attempt for the checker and calls it: on every case if it passed, else on the one that failed. What is found
/// becomes its findings, or makes its fault exact; the verdict stays. An attempt that cannot be examined keeps what is known
/// of it, with a note why. Errors: the judge's own failures; interrupted.
Result<Examined> examine(Bench& bench, Tested attempt, Observer& observer);

/// What the checker finds in case `index` alone; nothing where the attempt does not compile for it. Errors: as examine().
Result<std::vector<Finding>> findings_in_case(Bench& bench, const Submission& attempt, std::size_t index, Observer& observer);

}  // namespace judge
