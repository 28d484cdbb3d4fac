#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "judge/model/observer.hpp"
#include "judge/model/trial.hpp"
#include "judge/passes/common_options.hpp"
#include "judge/passes/submissions.hpp"
#include "judge/util/result.hpp"

namespace judge {

struct TrialOptions {
  std::string problem;
  std::string attempt;    ///< empty = only the inputs and what is right
  std::string case_name;  ///< empty = the worked example, which is the case of that name, or the first
};

struct TrialRequest {
  Installation installation;
  Problem problem;
  std::optional<Submission> submission;  ///< none = only the inputs and what is right
  std::string case_name;
  std::optional<std::uint64_t> seed;  ///< of a run whose inputs are drawn again; none = new ones
};

/// try_case() of what is already read.
Result<Trial> try_submission(const CommonOptions& common, const TrialRequest& request, Observer& observer);

/// Runs one case of a problem, and nothing goes into the ledger. Errors: usage, the judge's own failures, interrupted.
Result<Trial> try_case(const CommonOptions& common, const TrialOptions& options, Observer& observer);

}  // namespace judge
