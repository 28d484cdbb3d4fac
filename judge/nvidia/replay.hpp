#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "judge/model/replay_job.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/process.hpp"
#include "judge/util/result.hpp"

namespace judge {

using protocol::ShutIn;

/// judge-replay. May be missing.
std::filesystem::path replay_program(const Installation& installation);

/// The folders that a program of CUDA's and its libraries lie in, for ReplayJob::readable: its own, and the toolkit's.
std::vector<std::string> folders_of(const std::filesystem::path& program);

/// What came of a job under a tool.
struct Replayed {
  std::vector<protocol::ReplayEvent> events;
  bool has_started = false;  ///< and so the attempt may have run
  bool is_done = false;
  ShutIn shut_in = ShutIn::early;
  std::string late, error;  ///< the case that was not begun; what failed
  std::string last_words;   ///< said beside events
  CommandResult ended;      ///< of the tool
};

/// Runs `tool`, a program and its options, over judge-replay, which does the job in this file, in a folder of their own that goes
/// afterwards. Errors: the judge's own failures; interrupted.
Result<Replayed> replay_under(const std::vector<std::string>& tool, protocol::ReplayJob::Watcher watcher, ShutIn shut_in,
                              const std::filesystem::path& replay, const std::filesystem::path& job_file,
                              std::chrono::seconds limit);

/// What each tool is known to work in, for the life of this process.
std::optional<ShutIn> known_form(const std::filesystem::path& tool);
void set_known_form(const std::filesystem::path& tool, ShutIn shut_in);

/// One line for people: what was missing where a tool works late only.
std::string late_note(const char* tool);

}  // namespace judge
