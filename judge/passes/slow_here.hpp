#pragma once

#include <cstddef>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/model/record.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// Case `index` is a full-size copy and was not done in its time limit, behind `earlier`, the results of the cases before it. True if the largest of
/// those that are right took so long that this was to be expected: the attempt is slow on the emulated runtime, and shows no sign that it hangs.
bool is_foretold_slow(const std::vector<Case>& cases, const std::vector<CaseResult>& earlier, std::size_t index);

/// That this case was not judged.
Finding slow_here(const Case& test);

/// An attempt knows its first calls, and may be slow in these alone so that a case in which it hangs is not judged. Its timed calls decide: where they are
/// far too fast for what was foretold, that case is a time-limit after all.
void reject_what_only_seemed_slow(const std::vector<Case>& cases, Timed& attempt);

}  // namespace judge
