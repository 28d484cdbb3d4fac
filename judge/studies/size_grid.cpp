#include "judge/studies/size_grid.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>

namespace judge {

Result<std::int64_t> parse_size(std::string_view text) {
  std::int64_t size = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
  const std::string_view unit(end, text.data() + text.size());
  const int shift = unit.empty() ? 0 : unit == "k" || unit == "K" ? 10 : unit == "M" ? 20 : unit == "G" ? 30 : -1;
  if (error != std::errc() || shift < 0 || size < 1 || size > (std::int64_t{1} << 62) >> shift)
    return fail("'{}' is no size; write a whole number from 1, such as 1000, 64k, 16M or 1G (k = 1024)", text);
  return size << shift;
}

std::int64_t power_of_two_below(std::int64_t size) {
  return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(size)));
}

// With four significant binary digits.
static std::int64_t rounded(double size) {
  const double unit = std::exp2(std::max(0.0, std::floor(std::log2(size)) - 3));
  return static_cast<std::int64_t>(std::round(size / unit) * unit);
}

Result<std::vector<std::int64_t>> size_grid(std::int64_t from, std::int64_t to, int steps) {
  if (from < 1) return fail("--from {}: sizes begin at 1", from);
  if (from > to) return fail("--from {} is more than --to {}", from, to);
  if (steps < 0 || steps == 1 || steps > k_most_sizes) return fail("--steps {}: from 2 to {}", steps, k_most_sizes);
  std::vector<std::int64_t> sizes;
  if (steps == 0) {
    const std::int64_t last_to_grow = to / 4;
    for (std::int64_t size = from; size < to; size = last_to_grow < size ? to : 4 * size) sizes.push_back(size);
    sizes.push_back(to);
    return sizes;
  }
  const double ratio = static_cast<double>(to) / static_cast<double>(from);
  for (int i = 0; i < steps; ++i) sizes.push_back(rounded(static_cast<double>(from) * std::pow(ratio, i / (steps - 1.0))));
  sizes.front() = from;
  sizes.back() = to;
  for (auto& size : sizes) size = std::clamp(size, from, to);
  const auto rest = std::ranges::unique(sizes);
  sizes.erase(rest.begin(), rest.end());
  return sizes;
}

}  // namespace judge
