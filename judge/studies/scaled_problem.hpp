#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/model/problem.hpp"
#include "judge/referee/free_memory.hpp"
#include "judge/util/files.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What `judge scale` changes in a problem's ranked case.
struct ScaledCase {
  std::string name;                     ///< of the ranked case
  std::vector<std::string> parameters;  ///< scalars that all get the size; the others stay
  std::int64_t size = 0;                ///< theirs in the ranked case; the largest of several
};

/// `wanted`: scalars of the ranked case, separated by commas; empty = the one with the largest value. Errors: no ranked case; a name
/// that is no whole-number scalar of it, or one that a formula gives.
Result<ScaledCase> scaled_case(const Problem& problem, RuntimeKind runtime, std::string_view wanted);

/// "N=1024", "M=N=K=256": what a size is called.
std::string size_text(const ScaledCase& scaled, std::int64_t size);
/// The name of the case at this size.
std::string case_name_at(const ScaledCase& scaled, std::int64_t size);

enum class UntimedCases { with, without };

/// The text of a tests.json: of `tests` the untimed cases that every runtime has, if wanted, and the ranked one at each size, timed.
/// Time limits grow with the size. Errors: not JSON.
Result<std::string> tests_at_sizes(std::string_view tests, const ScaledCase& scaled, RuntimeKind runtime,
                                   const std::vector<std::int64_t>& sizes, UntimedCases untimed = UntimedCases::with);

/// A copy of a problem's folder with the tests of tests_at_sizes(); it goes with this.
struct ScaledProblem {
  TemporaryDirectory parent;
  std::filesystem::path folder;       ///< of the problem's own name
  std::vector<std::int64_t> sizes;    ///< those that are in it
  std::vector<std::string> left_out;  ///< why others are not, a line each
};

/// Leaves out sizes that the problem does not allow, or that `free` has no room for. Errors: none is left; files.
Result<ScaledProblem> scaled_problem(const Problem& problem, const ScaledCase& scaled, RuntimeKind runtime,
                                     const std::vector<std::int64_t>& sizes, const FreeMemory& free);

}  // namespace judge
