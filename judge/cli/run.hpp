#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/cli/options.hpp"
#include "judge/cli/timing.hpp"

namespace judge {

struct RunOptions {
  std::string problem;
  std::vector<std::string> attempts;   ///< empty = every attempt at the problem in ROOT/solutions
  std::optional<std::uint64_t> seed;
  std::string timed_case;              ///< only this one is timed; empty = all
  bool check_only = false;             ///< verdicts without times
  bool json = false;
  bool csv = false, markdown = false;
  TimingOptions timing;
};

/// `judge run`: builds, checks, times, ranks. 0 = all accepted, 1 = some not. Errors: usage, the judge's own failures.
Result<int> run(const CommonOptions& common, const RunOptions& options);

}  // namespace judge
