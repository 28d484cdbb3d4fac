#pragma once

#include "judge/judging/judging.hpp"

namespace judge {

/// judge_attempts(), with its progress on stderr.
Result<Judged> judge_with_progress(const CommonOptions& common, const JudgingOptions& options);

/// judge_submissions(), likewise.
Result<Judged> judge_with_progress(const CommonOptions& common, const JudgingOptions& options, Named named);

/// What compilers warned of, what attempts and the reference printed, why some were rejected; on stdout, or on stderr where
/// a program reads stdout. Error: stdout cannot be written.
Result<void> show_rejected_and_warnings(const Judged& judged, bool on_stderr);

}  // namespace judge
