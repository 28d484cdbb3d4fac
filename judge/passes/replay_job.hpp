#pragma once

#include <filesystem>

#include "judge/model/replay_job.hpp"
#include "judge/passes/harness.hpp"
#include "judge/passes/passes.hpp"

namespace judge {

/// A job for judge-replay with this attempt, without cases yet.
protocol::ReplayJob replay_job(const Harness& harness, const Built& built);

/// A case for such jobs, its inputs written to files in `folder`. Errors: they cannot be drawn or written.
Result<protocol::ReplayCase> replay_case(const Harness& harness, std::size_t index, const std::filesystem::path& folder);

}  // namespace judge
