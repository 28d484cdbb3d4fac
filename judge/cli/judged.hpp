#pragma once

#include "judge/judging/judging.hpp"
#include "judge/render/format.hpp"

namespace judge {

/// judge_attempts(), with its progress on stderr.
Result<Judged> judge_with_progress(const CommonOptions& common, const JudgingOptions& options);

/// Of a command that has shown all of it: 0 if all were accepted, else 1. Errors: the ledger did not take all of it.
Result<int> exit_status(const Judged& judged);

/// What compilers warned of, what attempts and the reference printed, why some were rejected; on stdout with a text, or on
/// stderr beside any other format. Error: stdout cannot be written.
Result<void> show_rejected_and_warnings(const Judged& judged, Format format);

}  // namespace judge
