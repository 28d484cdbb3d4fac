#pragma once

#include "judge/model/observer.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// True for an attempt that passed on the emulated runtime with an answer that depends on the order of blocks.
bool may_depend_on_pace(const Tested& attempt);

/// Calls such an attempt on some small cases with several blocks at a time, all at one pace, as on a GPU. If an answer is wrong there,
/// that decides. A call that does not end shows nothing.
/// Errors: the judge's own failures; interrupted.
Result<Checked> judge_with_blocks_side_by_side(Harness& harness, Checked attempt, Observer& observer);

}  // namespace judge
