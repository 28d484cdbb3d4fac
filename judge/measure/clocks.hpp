#pragma once

#include <span>
#include <vector>

#include "judge/model/measurement.hpp"

namespace judge {

/// How the clock of a run is told from the samples taken while it had dropped.
struct ClockRule {
  /// The run's own clock is this quantile of those read: what the run has reached in a tenth of its samples.
  double quantile = 0.9;
  /// A share below it that is no drop: boost clocks wobble by a step of 15 MHz or two.
  double tolerance = 0.02;
};

/// The clock that the run ran at, MHz; 0 where none was read.
int own_clock_mhz(std::span<const Sample> samples, const ClockRule& rule = {});

/// The same samples, `throttled` set anew: on those below the run's own clock by more than the tolerance. Samples whose
/// clock was not read are never marked.
std::vector<Sample> mark_throttled(std::vector<Sample> samples, const ClockRule& rule = {});

/// The share of samples that are marked; 0 where there are none.
double throttled_share(std::span<const Sample> samples);

}  // namespace judge
