#pragma once

#include "judge/model/observer.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// A race between two warps of one block?
bool is_race_between_warps(const Finding& finding);
/// Did the checker find one?
bool races_between_warps(const std::vector<Finding>& findings);

/// How far the warps of a block run apart. An attempt that failed must be right where they run `far` apart, one that passed is rejected
/// only if it is wrong where they are close: in between, where nobody knows what a GPU does, the verdict stays.
/// Both include that some start late behind a barrier, which `far_from_start` does not.
enum class WarpDistance { close, far, far_from_start };

/// Players with the attempt's build for lockstep, one for each choice of the warps that are ahead. Empty if it does not load. Errors: as load().
Result<Players> players_with_warps_apart(Harness& harness, const Checked& attempt, const Built& built, WarpDistance distance);

/// True for an attempt that passed on the emulated runtime with a race between warps of a block.
bool may_depend_on_warps(const Setting& setting, const Tested& attempt);

/// Calls such an attempt on some small cases, with the warps of each block a little apart as on a GPU, and no other order between them
/// than the barriers of the source. If an answer is wrong there, that decides. A call that does not end shows nothing.
/// Errors: the judge's own failures; interrupted.
Result<Checked> judge_with_warps_apart(Harness& harness, Checked attempt, Observer& observer);

}  // namespace judge
