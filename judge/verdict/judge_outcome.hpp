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

enum class BuildFailure { does_not_compile, unsupported, timed_out };

/// The verdict on a source that does not build, with the compiler's diagnostics as details: `compile-error`, or
/// `unsupported` where the source may be right but uses what the runtime at hand does not have.
Verdict judge_build(BuildFailure failure, const std::string& diagnostics);

}  // namespace judge
