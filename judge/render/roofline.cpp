#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "judge/render/profile_table.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

constexpr double k_width = 720, k_height = 440, k_left = 70, k_right = 700, k_top = 40, k_bottom = 390;

double roof(double intensity, const PeakRates& peaks) {
  return std::min(peaks.flops_of(Arithmetic::fp32), intensity * peaks.bytes_per_s);
}

std::string escaped(const std::string& text) {
  std::string safe;
  for (const char c : text) {
    if (c == '<') safe += "&lt;";
    else if (c == '>') safe += "&gt;";
    else if (c == '&') safe += "&amp;";
    else safe += c;
  }
  return safe;
}

/// Powers of ten around what is to be seen.
struct Axes {
  double least_x = -2, most_x = 3, least_y = 9, most_y = 14;

  double x(double intensity) const {
    return k_left + (std::log10(intensity) - least_x) / (most_x - least_x) * (k_right - k_left);
  }
  double y(double flops_per_s) const {
    return k_bottom - (std::log10(flops_per_s) - least_y) / (most_y - least_y) * (k_bottom - k_top);
  }
};

Axes axes_around(const std::vector<RooflinePoint>& points, const PeakRates& peaks) {
  Axes axes;
  const double ridge = peaks.flops_of(Arithmetic::fp32) / peaks.bytes_per_s;
  axes.most_y = std::ceil(std::log10(peaks.flops_of(Arithmetic::fp32)) + 0.2);
  axes.least_y = axes.most_y - 4;
  axes.least_x = std::floor(std::log10(ridge)) - 3;
  axes.most_x = std::ceil(std::log10(ridge)) + 2;
  for (const auto& point : points) {
    axes.least_x = std::min(axes.least_x, std::floor(std::log10(point.intensity())));
    axes.most_x = std::max(axes.most_x, std::ceil(std::log10(point.intensity())));
    axes.least_y = std::min(axes.least_y, std::floor(std::log10(point.flops_per_s())));
    axes.most_y = std::max(axes.most_y, std::ceil(std::log10(point.flops_per_s())));
  }
  return axes;
}

std::string grid_of(const Axes& axes) {
  std::string svg;
  for (double power = axes.least_x; power <= axes.most_x; ++power) {
    const double x = axes.x(std::pow(10, power));
    svg += fmt::format(R"(<line x1="{0:.1f}" y1="{1}" x2="{0:.1f}" y2="{2}" stroke="#ddd"/>)", x, k_top, k_bottom);
    svg +=
        fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{:g}</text>\n", x, k_bottom + 16, std::pow(10, power));
  }
  for (double power = axes.least_y; power <= axes.most_y; ++power) {
    const double y = axes.y(std::pow(10, power));
    svg += fmt::format(R"(<line x1="{1}" y1="{0:.1f}" x2="{2}" y2="{0:.1f}" stroke="#ddd"/>)", y, k_left, k_right);
    svg += fmt::format("<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n", k_left - 6, y + 4,
                       std::pow(10, power - 9));
  }
  return svg;
}

std::string roof_of(const Axes& axes, const PeakRates& peaks) {
  const double ridge = peaks.flops_of(Arithmetic::fp32) / peaks.bytes_per_s;
  // The slope begins where it crosses the left or the lower edge.
  const double first = std::max(std::pow(10, axes.least_x), std::pow(10, axes.least_y) / peaks.bytes_per_s);
  return fmt::format(
      "<polyline points=\"{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}\" fill=\"none\" stroke=\"#333\" "
      "stroke-width=\"2\"/>\n",
      axes.x(first), axes.y(roof(first, peaks)), axes.x(ridge), axes.y(peaks.flops_of(Arithmetic::fp32)), k_right,
      axes.y(peaks.flops_of(Arithmetic::fp32)));
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

std::string roofline_svg(std::span<const KernelProfile> kernels, const PeakRates& peaks, const std::string& title) {
  std::vector<RooflinePoint> points;
  std::vector<std::string> names;
  for (const auto& kernel : kernels)
    if (const auto point = roofline_point(kernel)) {
      points.push_back(*point);
      names.push_back(fmt::format("{}: {}", kernel.attempt, kernel.kernel));
    }
  const Axes axes = axes_around(points, peaks);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" "
      "font-family=\"sans-serif\" font-size=\"11\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#fff\"/>\n",
      k_width, k_height);
  svg += fmt::format("<text x=\"{}\" y=\"22\" font-size=\"14\">{}</text>\n", k_left, escaped(title));
  svg += grid_of(axes) + roof_of(axes, peaks);
  svg += fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">fp32 operations a byte of device memory</text>\n",
                     (k_left + k_right) / 2, k_height - 14);
  svg += fmt::format("<text transform=\"translate(16,{}) rotate(-90)\" text-anchor=\"middle\">GFLOP/s</text>\n",
                     (k_top + k_bottom) / 2);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double x = axes.x(points[i].intensity()), y = axes.y(points[i].flops_per_s());
    const bool is_far_right = x > (k_left + k_right) / 2;
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"#c33\"/>", x, y);
    svg += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", is_far_right ? x - 8 : x + 8, y + 4,
                       is_far_right ? "end" : "start", escaped(names[i]));
  }
  return svg + "</svg>\n";
}

}  // namespace judge
