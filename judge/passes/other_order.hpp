#pragma once

#include "judge/model/observer.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// True for an attempt that passed on the emulated runtime, where another order of threads can be had.
bool may_depend_on_order(const Setting& setting, const Tested& attempt);

/// Calls the attempt again on one small case, beginning with the last block of each grid, and with each thread on its own stack: a
/// thread then runs to its next barrier while others are still behind it, as a GPU's warps do. Then once more, where the source has a
/// barrier, beginning with the last thread of each block. If the answer differs, the case runs
/// under the checker, unless all did, and its findings are added to the attempt, and one finding if it is the order of blocks that matters; the
/// verdict stays. A call that does not end shows nothing. Without a small case nothing is done.
/// Errors: the judge's own failures; interrupted.
Result<Checked> look_in_another_order(Harness& harness, Checked attempt, Observer& observer);

/// Calls such an attempt that shuffles again on small cases, where lanes that take no part give shuffles something else. If the answer
/// differs, the case runs under the checker, which names the shuffle. Errors: as above.
Result<Checked> look_at_absent_lanes(Harness& harness, Checked attempt, Observer& observer);

/// Runs one small case of such an attempt under the checker if its source names managed memory, which host code may access beside a kernel
/// that has not been waited for: each order of the two may be right, and the answer a GPU's all the same wrong. Errors: as above.
Result<Checked> look_at_managed_memory(Harness& harness, Checked attempt, Observer& observer);

}  // namespace judge
