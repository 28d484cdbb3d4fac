#pragma once

#include "judge/passes/passes.hpp"

namespace judge {

/// An attempt knows its first calls, and may be slow in these alone so that a case in which it hangs is not judged. Its timed calls decide: where they are
/// far too fast for what was foretold, that case is a time-limit after all.
void reject_what_only_seemed_slow(const std::vector<Case>& cases, Timed& attempt);

}  // namespace judge
