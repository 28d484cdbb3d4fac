#include "judge/measure/least_time.hpp"

#include <algorithm>

namespace judge {

namespace {
constexpr double k_ns_per_s = 1e9;

double traffic_ns(double bytes, const PeakRates& peaks) {
  return peaks.bytes_per_s > 0 && bytes > 0 ? k_ns_per_s * bytes / peaks.bytes_per_s : 0;
}
}  // namespace

Work work_of(const Measurement& timing) {
  return {.bytes = timing.work_bytes, .flops = timing.work_flops, .arithmetic = timing.arithmetic};
}

double least_time_ns(const Work& work, const PeakRates& peaks) {
  const double rate = peaks.flops_of(work.arithmetic);
  const double arithmetic_ns = rate > 0 && work.flops > 0 ? k_ns_per_s * work.flops / rate : 0;
  return std::max(traffic_ns(work.bytes, peaks), arithmetic_ns);
}

std::optional<double> percent_of_peak(double median_ns, const Work& work, const PeakRates& peaks) {
  const double least_ns = least_time_ns(work, peaks);
  if (!(median_ns > 0) || least_ns <= 0) return std::nullopt;
  return 100 * least_ns / median_ns;
}

std::optional<double> percent_of_peak(const Measurement& timing, const PeakRates& peaks) {
  if (timing.bracket == Bracket::host_clock) return std::nullopt;
  return percent_of_peak(timing.device.median_ns, work_of(timing), peaks);
}

double shortest_possible_ns(const Work& work, const PeakRates& peaks, const ImpossibleTimeRule& allowance) {
  const double past_cache_ns = allowance.peak_share * traffic_ns(work.bytes - 2 * allowance.cache_bytes, peaks);
  const double through_cache_ns = traffic_ns(work.bytes, peaks) / allowance.cache_speedup;
  return std::max(std::max(past_cache_ns, through_cache_ns) - allowance.clock_error_ns, 0.0);
}

bool is_impossible(double median_ns, const Work& work, const PeakRates& peaks, const ImpossibleTimeRule& allowance) {
  return !(median_ns >= shortest_possible_ns(work, peaks, allowance));  // so that NaN is no way through
}

}  // namespace judge
