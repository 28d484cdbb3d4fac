#include "judge/render/rate_text.hpp"

#include "judge/util/units.hpp"

namespace judge {

double uncertain_share(const Summary& time) {
  return time.median_ns > 0 ? (time.high_ns - time.low_ns) / 2 / time.median_ns : 0;
}

std::string time_text(const Summary& time) { return format_time_ns(time.median_ns, uncertain_share(time)); }

std::string time_interval_text(const Summary& time) {
  const double uncertain = uncertain_share(time);
  return format_time_ns(time.low_ns, uncertain) + " to " + format_time_ns(time.high_ns, uncertain);
}

std::string spread_text(const Summary& time) { return format_percent(time.spread(), 0.1); }

std::string rate_text(const Measurement& timing) {
  const auto& time = timing.device;
  const bool is_told_in_flops = timing.work_bytes <= 0 || timing.work_flops > 10 * timing.work_bytes;
  return is_told_in_flops ? format_flop_rate(timing.work_flops, time.median_ns, uncertain_share(time))
                          : format_bandwidth(timing.work_bytes, time.median_ns, uncertain_share(time));
}

}  // namespace judge
