#pragma once

#include "judge/judging/harness.hpp"
#include "judge/judging/passes.hpp"
#include "judge/model/observer.hpp"

namespace judge {

/// True if another order of a block's threads could change the result of an attempt that passed on the emulated runtime: only one
/// that may use shared memory.
bool may_depend_on_order(const Setting& setting, const Tested& attempt);

/// Calls the attempt again on one small case, with each thread on its own stack: a thread then runs to its next barrier while
/// others are still behind it, as a GPU's warps do. If the answer differs, the case runs under the checker, whose findings are
/// added to the attempt; the verdict stays. Without a small case nothing is done.
/// Errors: the judge's own failures; interrupted.
Result<Checked> look_in_another_order(Harness& harness, Checked attempt, Observer& observer);

}  // namespace judge
