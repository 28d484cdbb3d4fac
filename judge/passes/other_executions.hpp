#pragma once

#include "judge/model/observer.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// Calls an attempt that passed on the emulated runtime on small cases in other executions that CUDA allows and GPUs show, if its source names what they
/// are about: memory that cudaMalloc() gives out again with what was in it, asynchronous copies that arrive early, dependent launches that begin
/// early, blocks that wait for each other and go on in turns. A right program is right in all of them; a wrong answer decides, or a bad access. A call that does not end shows nothing.
/// Errors: the judge's own failures; interrupted.
Result<Checked> judge_in_other_executions(Harness& harness, Checked attempt, Observer& observer);

}  // namespace judge
