#pragma once

#include "judge/model/observer.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// True for an attempt that passed on the emulated runtime and may change one place from several threads without an atomic.
bool may_lose_updates(const Setting& setting, const Tested& attempt);

/// Calls such an attempt on some small cases as a GPU would: no thread writes while another can still read. If an answer is wrong
/// there, that decides, and the checker's findings say which threads and lines. A call that does not end shows nothing.
/// Errors: the judge's own failures; interrupted.
Result<Checked> judge_with_late_writes(Harness& harness, Checked attempt, Observer& observer);

}  // namespace judge
