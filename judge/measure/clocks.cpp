#include "judge/measure/clocks.hpp"

#include <algorithm>
#include <cmath>

namespace judge {

int own_clock_mhz(std::span<const Sample> samples, const ClockRule& rule) {
  std::vector<int> clocks;
  for (const Sample& sample : samples)
    if (sample.sm_clock_mhz > 0) clocks.push_back(sample.sm_clock_mhz);
  if (clocks.empty()) return 0;
  std::ranges::sort(clocks);
  return clocks[static_cast<std::size_t>(std::lround(rule.quantile * static_cast<double>(clocks.size() - 1)))];
}

std::vector<Sample> mark_throttled(std::vector<Sample> samples, const ClockRule& rule) {
  const double least_mhz = own_clock_mhz(samples, rule) * (1 - rule.tolerance);
  for (Sample& sample : samples) sample.throttled = sample.sm_clock_mhz > 0 && sample.sm_clock_mhz < least_mhz;
  return samples;
}

double throttled_share(std::span<const Sample> samples) {
  if (samples.empty()) return 0;
  const auto marked = std::ranges::count_if(samples, &Sample::throttled);
  return static_cast<double>(marked) / static_cast<double>(samples.size());
}

}  // namespace judge
