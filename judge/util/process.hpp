#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "judge/util/landlock.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Whose process group a program runs in. A program of the judge that itself runs programs for a run_command above it,
/// as judge-cucc does, keeps them in that one's group, or else they would outlive it.
enum class ProcessGroup { own, ours };

struct CommandOptions {
  std::filesystem::path directory;                 ///< working directory; empty = ours
  std::map<std::string, std::string> environment;  ///< added to ours
  std::chrono::milliseconds time_limit{600'000};
  /// Processor time of all its processes together, not before as much time has passed; 0 = none. Needs a group of its own.
  std::chrono::milliseconds processor_limit{0};
  std::size_t output_limit_bytes = 16 << 20;  ///< of stdout and stderr each; the rest is read and dropped
  std::uint64_t memory_limit_bytes = 0;       ///< address space of each of its processes; 0 = ours
  std::uint64_t file_limit_bytes = 0;         ///< size of each file that it writes; 0 = ours
  std::chrono::seconds cpu_limit{0};          ///< of each of its processes; 0 = ours
  ProcessGroup group = ProcessGroup::own;
  const Landlock* cage =
      nullptr;  ///< of it and its processes, which then have no terminal and no descriptors of ours; needs a group
};

struct CommandResult {
  int exit_status = 0;                         ///< as a shell says it: 128 + n for signal n
  bool timed_out = false;                      ///< by either limit
  std::chrono::milliseconds processor_time{};  ///< of all its processes, if there is a limit for it
  std::string standard_output;
  std::string standard_error;
  std::chrono::nanoseconds duration{};
};

/// Runs argv[0] (searched in PATH) to its end, standard input empty, outputs captured. It is killed at the time limit,
/// on interrupt and when the calling thread ends; its own group, whenever it ends; with a cage also when this process ends. Errors: cannot be started,
/// interrupted.
Result<CommandResult> run_command(const std::vector<std::string>& argv, const CommandOptions& options = {});

/// The full path of a program in PATH (or `name` itself where it holds a slash and is executable).
std::optional<std::filesystem::path> find_program(const std::string& name);

}  // namespace judge
