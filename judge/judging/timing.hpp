#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "judge/judging/contestant.hpp"
#include "judge/measure/compare.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/measure/stopping.hpp"
#include "judge/model/observer.hpp"

namespace judge {

struct TimingOptions {
  enum class Pairs { with_fastest, all, neighbours };   ///< neighbours: each with the one named before it

  StoppingRule rule;
  BlockRule blocks;
  Pairs pairs = Pairs::with_fastest;   ///< that have to be compared closely before it ends
  Referee::L2 l2 = Referee::L2::cold;
  int draws = 3;   ///< sets of inputs that timed calls take in turn
};

/// How the contestants stood to each other in one timed case.
struct TimedCase {
  std::size_t case_index = 0;
  std::vector<std::size_t> contestants;                  ///< indices of those that were timed to the end
  std::vector<std::vector<double>> block_times_ns;       ///< [position in contestants][block]

  /// Drops those for which `keep`, given an index into all contestants, is false.
  void keep_only(const std::function<bool(std::size_t)>& keep);
};

/// Times every contestant that has no verdict on one case, side by side in interleaved blocks, each call checked as the
/// first one was. A contestant that fails on the way gets its verdict. Adds a Measurement to each.
Result<TimedCase> time_side_by_side(Workbench& bench, std::vector<Contestant>& contestants, std::size_t case_index,
                                    const TimingOptions& options, Observer& observer);

}  // namespace judge
