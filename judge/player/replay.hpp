#pragma once

#include <string>

#include "judge/model/replay_job.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Loads an attempt and calls its solve() on each case of a job, each buffer in an allocation of its own that is exactly as
/// large, so that whoever watches this process knows its bounds, or in a slab where the job says so. Inputs are fresh before each
/// call; outputs are left as they were allocated. Ends with the first call after which the device has failed. Says what it does
/// on stderr, as ReplayEvents; what the attempt prints is dropped. Before the attempt is loaded this process gives up what it has
/// no use for, for good; `folder` stays writable. A job without cases loads no attempt: it uses the device, as a trial.
/// Errors: the job cannot be done, for reasons that are not the attempt's.
Result<void> replay(const protocol::ReplayJob& job, protocol::ShutIn shut_in, const std::string& folder);

}  // namespace judge
