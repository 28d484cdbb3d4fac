#pragma once

#include <cstddef>
#include <vector>

#include "judge/model/measurement.hpp"

namespace judge {

/// When a time is precise enough. All numbers that decide how long measuring takes.
struct StoppingRule {
  double half_width = 0.0025;  ///< of the median's 95% interval, as a share of the median, that is good enough
  double half_width_ns = 25;   ///< or this: below what events resolve, more samples tell nothing
  std::size_t min_samples = 30;
  std::size_t max_samples = 1000;
  double min_device_time_ns = 20e6;  ///< of all samples together
  /// So many samples are enough with less device time: it stops once the interval is narrow. A short time would never have it.
  std::size_t enough_samples = 160;
  double max_time_ns = 2e9;  ///< wall time, including preparing and comparing each call
};

enum class SamplingState : int {
  wanting = 0,         ///< go on
  precise = 1,         ///< the interval is narrow enough
  out_of_samples = 2,  ///< max_samples were taken
  out_of_time = 3,     ///< max_time_ns is over; one sample is enough then, so that a call of many seconds ends
};

/// Keeps samples sorted, so that a query after each is cheap.
class Sampler {
 public:
  explicit Sampler(const StoppingRule& rule) : m_rule(rule) {}

  /// A sample that is not finite or is negative counts against max_samples only.
  void add(double sample_ns);

  /// The state of measuring, `elapsed_ns` after it began.
  SamplingState sampling_state(double elapsed_ns) const;
  bool enough(double elapsed_ns) const { return sampling_state(elapsed_ns) != SamplingState::wanting; }

  Summary summary() const;

 private:
  double allowed_half_width_ns(const Summary& summary) const;

  StoppingRule m_rule;
  std::vector<double> m_ascending_ns;
  std::size_t m_taken = 0;
  double m_device_time_ns = 0;
};

}  // namespace judge
