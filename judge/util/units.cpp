#include "judge/util/units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace judge {

std::string format_count(std::int64_t count) {
  const std::string digits = std::to_string(count);
  const std::size_t first = count < 0 ? 1 : 0;
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > first && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string count_of(std::int64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", format_count(count), noun, count == 1 ? "" : "s");
}

std::string format_significant(double value) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  if (size >= 999.5) return format_count(std::llround(value));
  if (size < 1e-3) return fmt::format("{:.2g}", value);
  const int exponent = static_cast<int>(std::floor(std::log10(size)));
  const int digits = size / std::pow(10.0, exponent) < 1.9995 ? 4 : 3;
  return fmt::format("{:.{}f}", value, std::max(0, digits - 1 - exponent));
}

std::string format_time_ns(double time_ns) {
  if (!std::isfinite(time_ns) || time_ns < 0) return "-";
  if (time_ns < 999.5) return fmt::format("{:.0f} ns", time_ns);
  if (time_ns < 999.5e3) return format_significant(time_ns / 1e3) + " us";
  if (time_ns < 999.5e6) return format_significant(time_ns / 1e6) + " ms";
  return format_significant(time_ns / 1e9) + " s";
}

std::string format_bytes(double size_bytes) {
  if (size_bytes == 1) return "1 byte";
  if (size_bytes < 10'000) return fmt::format("{} bytes", format_count(std::llround(size_bytes)));
  static constexpr std::array units{"KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  double size = size_bytes / 1024;
  while (size >= 1024 && unit + 1 < units.size()) size /= 1024, ++unit;
  const bool whole = size == std::floor(size);
  return fmt::format("{} {}", whole ? format_count(std::llround(size)) : format_significant(size), units[unit]);
}

std::string format_bandwidth(double work_bytes, double time_ns) {
  if (!(work_bytes > 0) || !(time_ns > 0)) return "-";
  const double gigabytes = work_bytes / time_ns;
  if (gigabytes < 1e-4) return format_significant(gigabytes * 1e6) + " KB/s";
  return gigabytes < 0.1 ? format_significant(gigabytes * 1e3) + " MB/s" : format_significant(gigabytes) + " GB/s";
}

std::string format_flop_rate(double work_flops, double time_ns) {
  if (!(work_flops > 0) || !(time_ns > 0)) return "-";
  const double gigaflops = work_flops / time_ns;
  return gigaflops < 999.5 ? format_significant(gigaflops) + " GFLOP/s" : format_significant(gigaflops / 1e3) + " TFLOP/s";
}

std::string format_percent(double ratio) {
  const double percent = ratio * 100;
  if (!std::isfinite(percent)) return "-";
  if (percent > 0 && percent < 0.01) return "<0.01%";
  return fmt::format("{:.{}f}%", percent, percent < 1 ? 2 : 1);
}

}  // namespace judge
