#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "judge/judging/harness.hpp"
#include "judge/judging/passes.hpp"
#include "judge/model/check_job.hpp"

namespace judge {

struct SanitizerJob {
  protocol::CheckJob job;
  std::string note;  ///< which cases it lacks, and why; empty = none
};

/// What judge-checked is to do with an attempt that was built for the checker: these cases, their inputs written to files in
/// `folder`. Cases of more than 64 MiB are left out, one that is alone of more than 1 GiB. Errors: inputs cannot be drawn or written.
Result<SanitizerJob> sanitizer_job(const Harness& harness, const Built& built, std::span<const std::size_t> indices,
                                   const std::filesystem::path& folder);

}  // namespace judge
