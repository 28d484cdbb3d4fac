#pragma once

#include <string>

#include "judge/judging/common_options.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What the process under a profiler is to do: `judge profile ... --drive`, which only the judge itself says.
struct ProfileDrive {
  std::string problem;  ///< its folder
  std::string case_name;
  std::string library;    ///< an attempt that was accepted, as built
  std::string symbol;     ///< of its solve()
  std::string reference;  ///< reference.cpp as built: generate() may have to fill the inputs
  std::uint64_t seed = 0;
};

/// Draws the case's inputs, calls solve() once to warm up and once between cudaProfilerStart() and cudaProfilerStop().
/// The answers are not looked at. There is no player here, and no sandbox: only for attempts that have been accepted.
/// Errors: no such case, a runtime's call fails.
Result<int> drive_for_profiler(const CommonOptions& common, const ProfileDrive& drive);

}  // namespace judge
