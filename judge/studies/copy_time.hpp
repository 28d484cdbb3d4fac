#pragma once

#include <optional>

#include "judge/judging/judging.hpp"
#include "judge/model/documents.hpp"

namespace judge {

/// Times a copy that moves as many bytes as the case that was ranked, measured as attempts are and by the same options.
/// Nothing where a copy says little: on the emulated runtime, with more arithmetic than traffic, with buffers in host
/// memory, with no attempt that was timed.
/// Errors: the judge's own failures, too little memory.
Result<std::optional<CopyTime>> copy_time(const CommonOptions& common, const TimingOptions& options, const Judged& judged,
                                          Observer& observer);

}  // namespace judge
