#pragma once

#include <functional>
#include <vector>

#include "judge/judging/harness.hpp"
#include "judge/judging/passes.hpp"
#include "judge/measure/sampling.hpp"
#include "judge/model/observer.hpp"

namespace judge {

struct TimingOptions : SamplingRules {
  Referee::L2 l2 = Referee::L2::cold;
  int verified = 7;  ///< turns of timed calls whose answers are compared; see KeptAnswers
};

/// The block times of the attempts in one timed case, for comparisons.
struct TimedCase {
  std::size_t case_index = 0;
  std::vector<std::size_t> contestants;             ///< indices of those that were timed to the end
  std::vector<std::vector<double>> block_times_ns;  ///< [position in contestants][block]

  /// Drops those for which `keep`, given an index into all attempts, is false.
  void keep_only(const std::function<bool(std::size_t)>& keep);
};

/// Times every attempt that is right so far on one case, side by side in interleaved blocks, each call on new inputs. The
/// answers of some, chosen at random, are compared. One that fails on the way gets its verdict; each of the others a Measurement. Errors: the judge's own failures;
/// interrupted.
Result<TimedCase> time_side_by_side(Harness& harness, std::vector<Timed>& attempts, std::size_t case_index,
                                    const TimingOptions& options, Observer& observer);

}  // namespace judge
