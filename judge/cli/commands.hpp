#pragma once

#include <CLI/CLI.hpp>

#include <functional>

#include "judge/cli/judge.hpp"
#include "judge/cli/options.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// What a command does once the command line is parsed: its exit status, or an Error for main() to print.
using Action = std::function<Result<int>()>;

/// The command line. Each command adds its subcommand; parsing leaves the chosen one's action.
struct CommandLine {
  CLI::App app{"A local judge for LeetGPU-style problems: tests, times and ranks CUDA attempts.", "judge"};
  CommonOptions common;
  Action action;

  CommandLine() = default;
  CommandLine(const CommandLine&) = delete;  // the app's callbacks point into this
  CommandLine& operator=(const CommandLine&) = delete;
};

/// Runs it. What fails is said, a lack of memory or threads as well; returns the exit status.
int run_action(const Action& action);

/// The action of a command that judges: a signal does not end it at once, but lets it end what it has started.
Action interruptible(Action action);

/// Parses and runs what was added. Prints errors to stderr as "judge: ...". Returns the exit status.
int run_command_line(CommandLine& line, int argc, const char* const* argv);

/// What belongs to no command: --version and the options that all have.
void begin_command_line(CommandLine& line);

/// That and the commands that are about problems, attempts and results alone.
void add_first_commands(CommandLine& line);

/// That and all commands, in the order that --help shows. The type name of an option or positional says what shells complete it with:
/// PROBLEM, ATTEMPT, FILE, FOLDER, or the members of a CLI::IsMember.
void add_commands(CommandLine& line);

}  // namespace judge
