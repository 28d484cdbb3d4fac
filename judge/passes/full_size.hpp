#pragma once

#include "judge/model/observer.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// True for an attempt that passed on the emulated runtime, if the problem has cases that are larger on a GPU and the attempt calls only
/// functions of the CUDA runtime that dry calls know.
bool may_fail_at_full_size(const Setting& setting, const Tested& attempt);

/// Calls the attempt dry on each case that is larger on a GPU, in a process of its own: launches are checked, no kernel runs
/// (docs/decisions/0027-dry-calls.md). A launch that a GPU refuses for its shape decides against the attempt, if the attempt is also
/// wrong at the emulated size when this launch is refused there. A dry call that ends in another way shows nothing.
/// Errors: the judge's own failures; interrupted.
Result<void> call_dry_at_full_size(Harness& harness, Tested& attempt, Observer& observer);

}  // namespace judge
