#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/render/profile_table.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

double roof(double intensity, const PeakRates& peaks) {
  return std::min(peaks.flops_of(Arithmetic::fp32), intensity * peaks.bytes_per_s);
}

}  // namespace

// A few such instructions are counted of kernels that have none.
static bool uses_tensor_cores(const KernelProfile& kernel) {
  const auto tensor = kernel.get("sm__inst_executed_pipe_tensor.sum"), all = kernel.get("smsp__inst_executed.sum");
  return tensor && all && *tensor > 0.01 * *all;
}

std::optional<RooflinePoint> roofline_point(const KernelProfile& kernel) {
  const auto sum_of = [&](std::initializer_list<const char*> metrics) {
    std::optional<double> sum;
    for (const char* metric : metrics)
      if (const auto value = kernel.get(metric)) sum = sum.value_or(0) + *value;
    return sum;
  };
  const auto bytes = sum_of({"dram__bytes_read.sum", "dram__bytes_write.sum"});
  const auto single =
      sum_of({"smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum"});
  const auto fused = kernel.get("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum");
  const auto duration_ns = kernel.get("gpu__time_duration.sum");
  if (!bytes || !single || !fused || !duration_ns) return std::nullopt;
  const RooflinePoint point{.flops = *single + 2 * *fused, .dram_bytes = *bytes, .duration_ns = *duration_ns};
  if (point.flops <= 0 || point.dram_bytes <= 0 || point.duration_ns <= 0) return std::nullopt;
  return point;
}

std::string roofline_text(const KernelProfile& kernel, const PeakRates& peaks) {
  const auto point = roofline_point(kernel);
  const auto name = fmt::format("{}: {}", kernel.attempt, kernel.kernel);
  if (!point) return fmt::format("{}: no fp32 operation or no traffic was counted", name);
  const double ridge = peaks.flops_of(Arithmetic::fp32) / peaks.bytes_per_s;
  const bool by_memory = point->intensity() < ridge;
  const double share = point->flops_per_s() / roof(point->intensity(), peaks);
  const auto reached =
      by_memory ? format_bandwidth(point->dram_bytes, point->duration_ns) : format_flop_rate(point->flops, point->duration_ns);
  return fmt::format("{}: {} FLOP/B, {} the ridge at {}: {} limits; {} is {:.0f}% of the roof{}", name,
                     format_significant(point->intensity()), by_memory ? "left of" : "right of", format_significant(ridge),
                     by_memory ? "memory" : "arithmetic", reached, 100 * share,
                     uses_tensor_cores(kernel) ? "; what the tensor cores compute is not in these numbers" : "");
}

}  // namespace judge
