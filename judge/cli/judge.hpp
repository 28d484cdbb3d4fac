#pragma once

#include "judge/model/exit_status.hpp"

namespace judge {

/// Parses and runs: main() without the process. Prints errors to stderr as "judge: ...". Returns the exit status.
int run_judge(int argc, const char* const* argv);

/// The same with the first commands alone (cli/first_commands.cpp).
int run_judge_first(int argc, const char* const* argv);

}  // namespace judge
