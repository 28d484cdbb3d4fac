#pragma once

#include <vector>

#include "judge/model/observer.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/submissions.hpp"
#include "judge/verify/report.hpp"

namespace judge {

/// Runs attempts that ought to be accepted through every case, as `judge run` does. `starter`: of this problem under another prefix,
/// which is not among them; empty where there is none. Errors: the judge's own failures; interrupted.
Result<std::vector<SoundnessResult>> test_examples(Harness& harness, std::vector<Building> examples,
                                                   const std::filesystem::path& starter, Observer& observer);

}  // namespace judge
