#pragma once

#include "judge/judging/contestant.hpp"
#include "judge/judging/workbench.hpp"
#include "judge/model/observer.hpp"

namespace judge {

/// May the lanes of each warp in lockstep, as a GPU mostly runs them, change what the emulated runtime found? So it is where
/// a case failed and the checker found a race between lanes of one warp or a read that came too early, and where a case did
/// not end.
bool may_depend_on_lockstep(const Workbench& bench, const Contestant& contestant);

/// Builds the attempt for lockstep and calls it on the case that failed. Right there, it is called on the cases behind that
/// one as well, and what happens decides: the verdict is the GPU's, with a finding that says so. Else all stays as it is.
/// Errors: the judge's own failures; interrupted.
Result<void> judge_in_lockstep(Workbench& bench, Contestant& contestant, Observer& observer);

}  // namespace judge
