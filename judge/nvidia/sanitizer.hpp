#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "judge/nvidia/replay.hpp"
#include "judge/nvidia/sanitizer_findings.hpp"
#include "judge/util/result.hpp"

namespace judge {

struct Sanitizer {
  std::filesystem::path program;
  std::string version;           ///< "2025.3.1"
  std::string help;              ///< which options it knows
  std::filesystem::path replay;  ///< judge-replay
};

/// Asks `program` for its version and options. Errors: it cannot be run, or is something else.
Result<Sanitizer> ask_sanitizer(const std::filesystem::path& program, const std::filesystem::path& replay);

struct Sanitized {
  struct HostAccess {
    Finding finding;           ///< without its place in the source
    std::uint64_t offset = 0;  ///< of the code in the attempt's library
  };
  std::vector<Finding> findings;
  std::vector<HostAccess> host_accesses;
  int cases = 0;     ///< that every tool has called to the end
  std::string note;  ///< what was not looked at or not shut in, and why; empty = all was
};

/// Has memcheck, racecheck, initcheck and synccheck watch a job, side by side, each in processes of its own that are kept in
/// (docs/checker.md): early where CUDA's driver starts that way, which a trial tells once for each `program`.
/// No attempt has a say in that: none is loaded before it is decided. Errors: the judge's own failures; interrupted.
Result<Sanitized> sanitize(const Sanitizer& sanitizer, protocol::ReplayJob job, const std::filesystem::path& job_file);

}  // namespace judge
