#pragma once

namespace judge {

/// Exit statuses of the judge.
inline constexpr int k_exit_fine = 0;
inline constexpr int k_exit_not_accepted = 1;  ///< some attempt, or a problem that was verified
inline constexpr int k_exit_error = 2;         ///< wrong usage, or the judge failed

/// Parses and runs: main() without the process. Prints errors to stderr as "judge: ...". Returns the exit status.
int run_judge(int argc, const char* const* argv);

}  // namespace judge
