#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "judge/judging/common_options.hpp"
#include "judge/render/format.hpp"
#include "judge/util/result.hpp"

namespace judge {

struct VerifyOptions {
  std::vector<std::string> problems;
  bool all = false;              ///< every problem of the root instead
  bool no_attempts = false;      ///< attempts in solutions/ are not run
  Format format = Format::text;  ///< or JSON
  std::optional<std::uint64_t> seed;
};

/// `judge verify`: is the problem itself sound? 0 = all are, 1 = some are not. Errors: usage, the judge's own failures.
Result<int> verify(const CommonOptions& common, const VerifyOptions& options);

}  // namespace judge
