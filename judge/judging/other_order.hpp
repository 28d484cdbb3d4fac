#pragma once

#include "judge/judging/harness.hpp"
#include "judge/judging/passes.hpp"
#include "judge/model/observer.hpp"

namespace judge {

/// Could another order of a block's threads change what an attempt that passed on the emulated runtime computes? Only one
/// that may have shared memory.
bool may_depend_on_order(const Setting& setting, const Tested& attempt);

/// Calls the attempt once more on one small case, with each thread on a stack of its own: a thread then goes on to its next barrier
/// while others are still behind, as a GPU's warps do. If the answer is another one, the checker looks at that case, and what it
/// finds becomes the attempt's; the verdict stays. Without a small case nothing is done.
/// Errors: the judge's own failures; interrupted.
Result<Checked> look_in_another_order(Harness& harness, Checked attempt, Observer& observer);

}  // namespace judge
