#pragma once

#include "judge/model/check_wish.hpp"
#include "judge/model/observer.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// True if the attempt is to run again under the checker. With `after_failures`: if a case gave a wrong answer or a runtime
/// error.
bool wants_checker(const Tested& attempt, CheckWish wish);

/// Builds the attempt for the checker and calls it: on every case if it passed, else on the one that failed. Adds findings to
/// the attempt, or line and thread to its fault; the verdict stays. If the checker cannot run, the attempt is returned unchanged,
/// with a note why. Errors: the judge's own failures; interrupted.
Result<Checked> run_checker(Harness& harness, Tested attempt, Observer& observer);

/// Adds the checker's findings in case `index` alone, unless it ran on all; none if the attempt does not compile for it. Errors:
/// as run_checker().
Result<void> add_findings_in_case(Harness& harness, Checked& attempt, std::size_t index, Observer& observer);

}  // namespace judge
