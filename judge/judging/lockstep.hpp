#pragma once

#include "judge/judging/harness.hpp"
#include "judge/judging/passes.hpp"
#include "judge/model/observer.hpp"

namespace judge {

/// May the lanes of each warp in lockstep, as a GPU mostly runs them, change what the emulated runtime found? So it is where
/// a case failed and the checker found a race between lanes of one warp or a read that came too early, and where a case did
/// not end.
bool may_depend_on_lockstep(const Setting& setting, const Tested& attempt);

/// Builds the attempt for lockstep and calls it on the case that failed. Right there, it is called on the cases behind that
/// one as well, and what happens decides: the verdict is the GPU's, with a finding that says so. Else all stays as it is.
/// Errors: the judge's own failures; interrupted.
Result<Checked> judge_in_lockstep(Harness& harness, Checked attempt, Observer& observer);

}  // namespace judge
