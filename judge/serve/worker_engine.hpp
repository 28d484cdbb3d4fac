#pragma once

#include <filesystem>
#include <memory>

#include "judge/passes/common_options.hpp"
#include "judge/serve/engine.hpp"

namespace judge {

/// Whether attempts get their user's name in front: "anna/va_mine".
enum class AttemptNames { plain, with_user };

/// Judges, tries and compares with one `judge worker` process, which stays for the next job.
std::unique_ptr<Engine> worker_engine(const CommonOptions& common, AttemptNames names);

}  // namespace judge
