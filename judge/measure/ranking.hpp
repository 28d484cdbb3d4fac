#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <vector>

#include "judge/measure/compare.hpp"
#include "judge/model/attempt.hpp"
#include "judge/model/measurement.hpp"

namespace judge {

/// One contestant's rank among those that were called in the same blocks.
struct RankedContestant {
  std::size_t contestant = 0;  ///< index into what was ranked
  int rank = 0;                ///< from 1; shared by those that no difference to their group's leader was found for,
                               ///< and as many ranks are then skipped: 1, 1, 3
  bool tied = false;           ///< it shares its rank
  Comparison to_first;         ///< against the fastest of all
};

/// Ranks from block_times_ns()[contestant][block], fastest first. The leader is the contestant with the smallest median
/// of its time relative to the others' in the same block; all that are not distinguishable from it share its rank; the
/// fastest of the rest leads the next group. What claim_confidence leaves open is shared out among all pairs, so that
/// it bounds the chance that any two equal contestants get different ranks. Contestants without a usable block come
/// last.
std::vector<RankedContestant> rank(std::span<const std::vector<double>> block_times_ns, const CompareOptions& options = {});

/// By how much the medians of one attempt differ between runs on different days, from fresh processes: the larger of a
/// share of the time and a constant. The defaults are what blocked events on an idle data-centre GPU are held to (0.5%
/// from 50 us on, 0.1 us below 5 us).
struct BetweenRuns {
  double relative = 0.005;
  double least_ns = 100;
};

/// What to allow for by how the time was taken. Blocked events: the defaults. Host-paced ones have launch gaps inside,
/// which depend on the host. A host clock shares the CPU with all that runs on it. On the emulated runtime a process is fast or slow for as
/// long as it lives, and neighbours on the machine come and go.
BetweenRuns between_runs(Bracket bracket, RuntimeKind runtime);
/// The same, and on the emulated runtime at least as much as the measurement's own calls differ.
BetweenRuns between_runs(const Measurement& timing, RuntimeKind runtime);

/// How attempts are compared that were called in turn on the emulated runtime, by so many processes each.
CompareOptions comparing_on_processor(std::size_t processes);

/// One entry's rank on a board whose runs come from different days.
struct RankedEntry {
  std::size_t entry = 0;              ///< index into what was ranked
  int rank = 0;                       ///< shared by those whose intervals reach into their group leader's
  bool tied = false;                  ///< it shares its rank
  int best_rank = 0, worst_rank = 0;  ///< that its interval allows
};

/// Ranks medians that were not taken together, fastest first. Each median's interval is widened by half of what runs
/// differ by, on either side; two entries are told apart where the widened intervals do not meet. Groups as in rank().
/// Entries without samples or with a median that is no time (zero, not finite) come last, with no certain rank.
std::vector<RankedEntry> rank_unpaired(std::span<const Summary> entries, const BetweenRuns& allowance = {});

/// The same with an allowance for each entry, as many as entries. `may_differ(a, b)`, where it is given, can forbid that two entries are
/// told apart.
std::vector<RankedEntry> rank_unpaired(std::span<const Summary> entries, std::span<const BetweenRuns> allowances,
                                       const std::function<bool(std::size_t, std::size_t)>& may_differ = {});

/// Of all these medians, the percentage that are slower, ties counting half. The attempt's own median, if it is among
/// them, is a tie with itself: the only attempt so far is at 50, the fastest of n at 100 - 50 / n. 50 for an empty
/// list.
double percentile(double median_ns, std::span<const double> all_medians_ns);

}  // namespace judge
