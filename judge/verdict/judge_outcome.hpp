#pragma once

#include <string>

#include "judge/model/outcome.hpp"
#include "judge/model/problem.hpp"
#include "judge/model/verdict.hpp"

namespace judge {

/// The verdict on one case, with all that there is to say about it. A passed case is `accepted`, its details the reads
/// beside buffers. The same mistake gets the same verdict on every runtime: a deadlock, which a GPU shows only as a
/// kernel without an end, is `time-limit`; a write to an input, which a GPU shows only afterwards, is `wrong-answer`.
Verdict judge_outcome(const Outcome& outcome, const Case& test);

/// The verdict on a source that does not build. `diagnostics`: the compiler's, as details.
Verdict compile_error(const std::string& diagnostics);

/// The verdict where the judge or the problem failed before any case was decided.
Verdict judge_error(const std::string& message);

}  // namespace judge
