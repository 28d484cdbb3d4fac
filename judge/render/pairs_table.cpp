#include "judge/render/pairs_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/render/rate_text.hpp"

namespace judge {

namespace {

/// Two digits of what the interval leaves open.
int decimals_of(const Comparison& comparison) {
  const double half_width = (comparison.high - comparison.low) / 2;
  return half_width > 0 ? std::clamp(1 - static_cast<int>(std::floor(std::log10(half_width))), 0, 4) : 4;
}

std::string ratio_text(const Comparison& comparison) {
  if (!std::isfinite(comparison.ratio)) return "-";
  return fmt::format("{:.{}f}", comparison.ratio, std::isfinite(comparison.high) ? decimals_of(comparison) : 1);
}

std::string interval_text(const Comparison& comparison) {
  if (!std::isfinite(comparison.high)) return "-";
  const int decimals = decimals_of(comparison);
  return fmt::format("{:.{}f} to {:.{}f}", comparison.low, decimals, comparison.high, decimals);
}

}  // namespace

Table pairs_table(const std::vector<Pair>& pairs, const std::vector<std::string>& names, const std::vector<Summary>& times) {
  Table table{.columns = {{"A"},
                          {"B"},
                          {"A's time", Align::right, 3},
                          {"B's time", Align::right, 3},
                          {"A / B", Align::right},
                          {"95% interval", Align::right, 5},
                          {"A is"}},
              .rows = {}};
  for (const auto& [a, b, comparison] : pairs)
    table.rows.push_back({names[a],
                          names[b],
                          time_text(times[a]),
                          time_text(times[b]),
                          ratio_text(comparison),
                          interval_text(comparison),
                          {describe(comparison), comparison.distinguishable ? Tone::strong : Tone::plain}});
  return table;
}

std::vector<std::string> unsure_lines(const std::vector<Pair>& pairs, const std::vector<std::string>& names,
                                      double max_time_s) {
  std::vector<std::string> lines;
  for (const auto& [a, b, comparison] : pairs) {
    const bool leaves_out_1 = comparison.low > 1 + comparison.margin || comparison.high < 1 - comparison.margin;
    if (comparison.distinguishable || !leaves_out_1 || comparison.blocks < k_least_blocks) continue;
    lines.push_back(fmt::format("{}, {}: {} blocks are too few to be sure, a difference is claimed at 99.5%{}: --max-time {:g}",
                                names[a], names[b], comparison.blocks,
                                pairs.size() > 1 ? fmt::format(", shared among {} pairs", pairs.size()) : "",
                                std::ceil(4 * max_time_s)));
  }
  return lines;
}

std::vector<std::string> same_content_lines(const std::vector<Pair>& pairs, const std::vector<std::string>& names,
                                            const std::vector<std::string>& content_hashes) {
  std::vector<std::string> lines;
  for (const auto& pair : pairs)
    if (content_hashes[pair.a] == content_hashes[pair.b])
      lines.push_back(
          fmt::format("{} and {} have the same content: what differs is the measurement", names[pair.a], names[pair.b]));
  return lines;
}

}  // namespace judge
