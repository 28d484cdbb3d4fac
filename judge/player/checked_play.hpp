#pragma once

#include <string>

#include "judge/model/check_job.hpp"
#include "judge/util/result.hpp"

namespace judge {

enum class ShutIn {
  early,  ///< with Landlock, before the runtime is loaded
  late,   ///< without it, once there is a context: for drivers that make none under Landlock
};

/// Loads an attempt and calls its solve() on each case of a job, each buffer in an allocation of its own that is exactly as
/// large, so that compute-sanitizer knows its bounds. Outputs are left as they were allocated. Ends with the
/// first call after which the device has failed. Reports on stderr, as CheckEvents; the attempt's output is
/// discarded. Before the attempt is loaded this process drops the rights that it does not need; `folder` stays writable. A job
/// without cases loads no attempt: it uses a byte of device memory, as a trial. Errors: the job cannot be done, for reasons
/// that are not the attempt's.
Result<void> play_checked(const protocol::CheckJob& job, ShutIn shut_in, const std::string& folder);

}  // namespace judge
