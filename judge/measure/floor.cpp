#include "judge/measure/floor.hpp"

#include <algorithm>

namespace judge {

namespace {
constexpr double k_ns_per_s = 1e9;

double traffic_ns(double bytes, const Ceilings& ceilings) {
  return ceilings.bytes_per_s > 0 && bytes > 0 ? k_ns_per_s * bytes / ceilings.bytes_per_s : 0;
}
}  // namespace

double floor_ns(const Work& work, const Ceilings& ceilings) {
  const double arithmetic_ns = ceilings.flops_per_s > 0 && work.flops > 0 ? k_ns_per_s * work.flops / ceilings.flops_per_s : 0;
  return std::max(traffic_ns(work.bytes, ceilings), arithmetic_ns);
}

std::optional<double> percent_of_limit(double median_ns, const Work& work, const Ceilings& ceilings) {
  const double least_ns = floor_ns(work, ceilings);
  if (!(median_ns > 0) || least_ns <= 0) return std::nullopt;
  return 100 * least_ns / median_ns;
}

std::optional<double> percent_of_limit(const Measurement& timing, const Ceilings& ceilings) {
  if (timing.bracket == Bracket::host_clock) return std::nullopt;
  return percent_of_limit(timing.device.median_ns, {.bytes = timing.work_bytes, .flops = timing.work_flops}, ceilings);
}

double hard_floor_ns(const Work& work, const Ceilings& ceilings, const FloorAllowance& allowance) {
  const double past_cache_ns = allowance.ceiling_share * traffic_ns(work.bytes - 2 * allowance.cache_bytes, ceilings);
  const double through_cache_ns = traffic_ns(work.bytes, ceilings) / allowance.cache_speedup;
  return std::max(std::max(past_cache_ns, through_cache_ns) - allowance.clock_error_ns, 0.0);
}

bool below_floor(double median_ns, const Work& work, const Ceilings& ceilings, const FloorAllowance& allowance) {
  return !(median_ns >= hard_floor_ns(work, ceilings, allowance));  // so that NaN is no way through
}

}  // namespace judge
