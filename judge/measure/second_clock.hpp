#pragma once

#include <optional>
#include <span>
#include <vector>

#include "judge/model/measurement.hpp"

namespace judge {

/// One call as two clocks saw it.
struct TwiceTimed {
  double watched_ns = 0;    ///< by the referee's clock; see Player::Called
  double reported_ns = 0;   ///< device time without the empty bracket, by the attempt's process
  double waited_ns = 0;     ///< of watched_ns, at most: the process or the referee was ready to run, and had no processor
  double others_ns = 0;     ///< what other programs used of processors meanwhile, in coarse steps; see ProcessorWait
  bool crowded = false;     ///< something else was on the device
  std::size_t process = 0;  ///< of the attempt's, that was called
};

/// Time of a call that the attempt's process has not reported, ns.
struct Unreported {
  double median_ns = 0;       ///< with noise around 0
  double uncertainty_ns = 0;  ///< from the spread of `nothing`
  double spread_ns = 0;       ///< p90 - p10 of what calls took beside their reported time, or of `nothing` if that is more
  std::size_t blocks = 0;     ///< of calls, or calls of `nothing` if those are fewer
  double used_by_others =
      0;  ///< what other programs used of processors, a share of the calls' time; several processors may make it more than 1
};

/// A call takes what solve() takes, and beside it what a call of nothing takes in a process without an attempt, `nothing`, made in
/// between. `calls`: in the order taken, two in a block. All are timed with the same bracket. None if either is empty.
/// Waiting for processors is left out as far as other programs had them: an attempt's own threads excuse nothing.
std::optional<Unreported> unreported_time(std::span<const TwiceTimed> calls, std::span<const TwiceTimed> nothing);

enum class Belief {
  believed,
  corrected,  ///< what is unreported counts: a stream that the bracket does not see, another program on the device, a small lie
  lie,        ///< both clocks are steady, and they are far apart
};

/// When calls of nothing were made: `before` lets the device change meanwhile.
enum class NothingCalled { in_between, before };

/// The same of each of so many processes: a lie in a few of them moves no median over all. Zeros of one that was not called.
std::vector<Unreported> unreported_of_processes(std::span<const TwiceTimed> calls, std::span<const TwiceTimed> nothing,
                                                std::size_t processes);

/// How much of what `unreported` adds to the reported time may be other programs' doing, ns: at most their share of `processors` in the calls'
/// time. The corrected time may be that much less.
double caused_by_others_ns(const Unreported& unreported, double device_ns, Bracket bracket, unsigned processors);

/// What to make of it. `device_ns`: the median reported for a call.
Belief belief_in(const Unreported& unreported, double device_ns, Bracket bracket,
                 NothingCalled nothing = NothingCalled::in_between);

}  // namespace judge
