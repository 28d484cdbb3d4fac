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

// As many as `most`, or as what is uncertain leaves; below zero: that many digits before the point are zeros.
static int decimals_of(double value, double uncertain, int most) {
  if (!(uncertain > 0) || !std::isfinite(uncertain) || value == 0) return most;
  const double size = std::abs(value);
  const int least = 1 - static_cast<int>(std::floor(std::log10(size)));  // two digits
  return std::min(most, std::max(least, -static_cast<int>(std::floor(std::log10(size * uncertain)))));
}

static double rounded(double value, int decimals) {
  const double unit = std::pow(10.0, -decimals);
  return decimals < 0 ? std::round(value / unit) * unit : value;
}

std::string format_significant(double value, double uncertain) {
  if (!std::isfinite(value)) return "-";
  const double size = std::abs(value);
  if (size >= 999.5) return format_count(std::llround(rounded(value, decimals_of(value, uncertain, 0))));
  if (size < 1e-3) return fmt::format("{:.2g}", value);
  const int exponent = static_cast<int>(std::floor(std::log10(size)));
  const int digits = size / std::pow(10.0, exponent) < 1.9995 ? 4 : 3;
  const int decimals = decimals_of(value, uncertain, std::max(0, digits - 1 - exponent));
  return fmt::format("{:.{}f}", rounded(value, decimals), std::max(0, decimals));
}

std::string format_time_ns(double time_ns, double uncertain) {
  if (!std::isfinite(time_ns) || time_ns < 0) return "-";
  if (time_ns < 999.5) return fmt::format("{:.0f} ns", rounded(time_ns, decimals_of(time_ns, uncertain, 0)));
  if (time_ns < 999.5e3) return format_significant(time_ns / 1e3, uncertain) + " us";
  if (time_ns < 999.5e6) return format_significant(time_ns / 1e6, uncertain) + " ms";
  return format_significant(time_ns / 1e9, uncertain) + " s";
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

std::string format_bandwidth(double work_bytes, double time_ns, double uncertain) {
  if (!(work_bytes > 0) || !(time_ns > 0)) return "-";
  const double gigabytes = work_bytes / time_ns;
  if (gigabytes < 1e-4) return format_significant(gigabytes * 1e6, uncertain) + " KB/s";
  return gigabytes < 0.1 ? format_significant(gigabytes * 1e3, uncertain) + " MB/s"
                         : format_significant(gigabytes, uncertain) + " GB/s";
}

std::string format_flop_rate(double work_flops, double time_ns, double uncertain) {
  if (!(work_flops > 0) || !(time_ns > 0)) return "-";
  const double gigaflops = work_flops / time_ns;
  return gigaflops < 999.5 ? format_significant(gigaflops, uncertain) + " GFLOP/s"
                           : format_significant(gigaflops / 1e3, uncertain) + " TFLOP/s";
}

std::string format_percent(double ratio, double uncertain) {
  const double percent = ratio * 100;
  if (!std::isfinite(percent)) return "-";
  if (percent > 0 && percent < 0.01) return "<0.01%";
  const int decimals = decimals_of(percent, uncertain, percent < 1 ? 2 : 1);
  return fmt::format("{:.{}f}%", rounded(percent, decimals), std::max(0, decimals));
}

}  // namespace judge
