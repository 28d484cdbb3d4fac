#pragma once

#include "judge/model/observer.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// True if the result may differ with the lanes of each warp in lockstep, as a GPU mostly runs them: if a case failed and the
/// checker found a race inside a block or a read that came too early, or if a case did not end.
bool may_depend_on_lockstep(const Setting& setting, const Tested& attempt);

/// Builds the attempt for lockstep and calls it on the case that failed. If it is right there, it is called on the cases
/// after that one as well, and their results decide: the verdict is the GPU's, with a finding that says so. Else, if two warps of a
/// block race, the same with the warps apart (warps_apart.hpp), where all must be right. Else nothing changes.
/// Errors: the judge's own failures; interrupted.
Result<Checked> judge_in_lockstep(Harness& harness, Checked attempt, Observer& observer);

}  // namespace judge
