#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/observer.hpp"
#include "judge/passes/common_options.hpp"
#include "judge/passes/target.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/result.hpp"
#include "judge/verify/report.hpp"

namespace judge {

struct VerifyOptions {
  std::vector<std::string> problems;
  bool all = false;          ///< every problem of the root instead
  bool no_attempts = false;  ///< attempts in solutions/ are not run
  std::optional<std::uint64_t> seed;
};

/// What the problems that are verified together have in common.
struct Verifying {
  VerifyOptions options;  ///< with the names of all problems
  Installation installation;
  std::filesystem::path cache_dir, root;
  Target target;
};

/// Errors: no such root, no problem in it, no device.
Result<Verifying> start_verifying(const CommonOptions& common, const VerifyOptions& options);

/// Is the problem itself sound? Errors: there is none of this name; the judge's own failures; interrupted.
Result<SoundnessReport> verify_problem(const Verifying& verifying, const std::string& name, Observer& observer);

}  // namespace judge
