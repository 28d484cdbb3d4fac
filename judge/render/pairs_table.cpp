#include "judge/render/pairs_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "judge/util/units.hpp"

namespace judge {

namespace {

std::string ratio_text(double ratio) { return std::isfinite(ratio) ? fmt::format("{:.4f}", ratio) : "-"; }

std::string interval_text(const Comparison& comparison) {
  if (!std::isfinite(comparison.high)) return "-";
  return fmt::format("{:.4f} to {:.4f}", comparison.low, comparison.high);
}

}  // namespace

Table pairs_table(const std::vector<Pair>& pairs, const std::vector<std::string>& names,
                  const std::vector<double>& medians_ns) {
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
                          format_time_ns(medians_ns[a]),
                          format_time_ns(medians_ns[b]),
                          ratio_text(comparison.ratio),
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
