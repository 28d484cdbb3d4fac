#pragma once

namespace judge {

/// Exit statuses of the judge.
inline constexpr int k_exit_fine = 0;
inline constexpr int k_exit_not_accepted = 1;  ///< some attempt, or a problem that was verified
inline constexpr int k_exit_error = 2;         ///< wrong usage, or the judge failed

}  // namespace judge
