#pragma once

#include "judge/cluster/frozen_batch.hpp"
#include "judge/cluster/node_health.hpp"

namespace judge {

/// What came of a share.
struct ShareOutcome {
  BatchCounts counts;
  std::optional<NodeNote> sick;      ///< this machine is, and what it timed since the last check is not there
  std::vector<std::string> exclude;  ///< then: all machines that are
};

/// Judges what is still to be judged of a share, on this machine, with the results in the batch's folder; first looks whether the machine
/// is sick. Of `options` its workers count, their GPUs. Errors: those of run_batch().
Result<ShareOutcome> run_share(const CommonOptions& common, BatchOptions options, const FrozenBatch& batch, const Share& share,
                               const BatchObserver& observer);

}  // namespace judge
