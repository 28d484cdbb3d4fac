#include "judge/render/rate_text.hpp"

#include "judge/util/units.hpp"

namespace judge {

std::string rate_text(const Measurement& timing) {
  const bool is_told_in_flops = timing.work_bytes <= 0 || timing.work_flops > 10 * timing.work_bytes;
  return is_told_in_flops ? format_flop_rate(timing.work_flops, timing.device.median_ns)
                          : format_bandwidth(timing.work_bytes, timing.device.median_ns);
}

}  // namespace judge
