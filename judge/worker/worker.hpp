#pragma once

#include "judge/passes/common_options.hpp"
#include "judge/util/result.hpp"

namespace judge {

struct WorkerOptions {
  bool beside_others = false;  ///< no call of solve() while another judge times; see JudgingRules::BesideOthers
  int input = 0;               ///< descriptors
  int output = 1;
};

/// Reads jobs, judges them one after the other, and writes what happens to them, until the input ends. Jobs at one problem with the
/// same rules share a session, and so their inputs, if they had arrived when it began or ask for the same seed; while one is judged, those
/// after it are built. What a job does wrong ends as its `error`. Errors: the output cannot be written; interrupted, other than by Ctrl-C while none is there.
Result<void> work(const CommonOptions& common, const WorkerOptions& options);

}  // namespace judge
