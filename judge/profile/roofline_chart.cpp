#include "judge/profile/roofline_chart.hpp"

#include "judge/render/profile_table.hpp"

namespace judge {

nlohmann::json roofline_chart(std::span<const KernelProfile> kernels, const PeakRates& peaks, const std::string& title) {
  auto points = nlohmann::json::array();
  for (const auto& kernel : kernels)
    if (const auto point = roofline_point(kernel))
      points.push_back({{"name", kernel.attempt + ": " + kernel.kernel},
                        {"flop_per_byte", point->intensity()},
                        {"flops_per_s", point->flops_per_s()}});
  return {{"kind", "roofline"},
          {"title", title},
          {"bytes_per_s", peaks.bytes_per_s},
          {"flops_per_s", peaks.flops_of(Arithmetic::fp32)},
          {"arithmetic", name_of(Arithmetic::fp32)},
          {"points", std::move(points)}};
}

}  // namespace judge
