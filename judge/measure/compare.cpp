#include "judge/measure/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "judge/measure/processes.hpp"
#include "judge/measure/signed_rank.hpp"
#include "judge/measure/student_t.hpp"
#include "judge/measure/summary.hpp"

namespace judge {

namespace {

constexpr double k_shown_confidence = 0.95;

struct Blocks {
  std::vector<double> log_ratios, faster_ns;
  std::vector<std::size_t> places;  ///< in the order of all blocks
};

Blocks usable_blocks(std::span<const double> a_ns, std::span<const double> b_ns) {
  Blocks blocks;
  for (std::size_t i = 0; i < std::min(a_ns.size(), b_ns.size()); ++i) {
    if (!is_time(a_ns[i]) || !is_time(b_ns[i])) continue;
    blocks.log_ratios.push_back(std::log(a_ns[i] / b_ns[i]));
    blocks.faster_ns.push_back(std::min(a_ns[i], b_ns[i]));
    blocks.places.push_back(i);
  }
  return blocks;
}

/// The constant margin is of the shorter time, and so is what is in doubt.
double margin_for(std::vector<double> faster_ns, bool a_is_faster, const CompareOptions& options) {
  std::ranges::nth_element(faster_ns, faster_ns.begin() + static_cast<std::ptrdiff_t>(faster_ns.size() / 2));
  const auto &fast = a_is_faster ? options.a : options.b, &slow = a_is_faster ? options.b : options.a;
  const double time_ns = faster_ns[faster_ns.size() / 2];
  return std::max(options.margin, options.margin_ns / time_ns) + (fast.more_ns + slow.less_ns) / time_ns;
}

struct Interval {
  double low = 0, high = 0;
  bool by_signs = true;  ///< exact, of the signed-rank statistic
};

Interval student_interval(std::span<const double> values, double confidence) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const double t = student_t_quantile(static_cast<int>(values.size()) - 1, (1 - confidence) / 2);
  const double half = t * std::sqrt(squares / (n - 1) / n);
  return {mean - half, mean + half, false};
}

Interval interval_of(Centre& centre, std::span<const double> values, double confidence) {
  const auto [low, high] = centre.interval(confidence);
  if (std::isinf(high) && values.size() >= k_least_blocks) return student_interval(values, confidence);
  return {low, high};
}

/// The median of the blocks of each process that took some.
std::vector<double> centres_of_processes(const Blocks& blocks, std::size_t processes) {
  std::vector<std::vector<double>> by_process(processes);
  for (std::size_t i = 0; i < blocks.places.size(); ++i)
    by_process[process_of_block(blocks.places[i], processes)].push_back(blocks.log_ratios[i]);
  std::vector<double> centres;
  for (auto& values : by_process) {
    if (values.empty()) continue;
    std::ranges::sort(values);
    centres.push_back(quantile_of_sorted(values, 0.5));
  }
  return centres;
}

/// As wide as the processes' differences make it.
Interval widened(const Interval& interval, double estimate, std::span<const double> of_processes, double confidence) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (of_processes.size() < 2) return {-infinity, infinity, false};
  const Interval among = student_interval(of_processes, confidence);
  const double half = (among.high - among.low) / 2;
  return {std::min(interval.low, estimate - half), std::max(interval.high, estimate + half), false};
}

/// Decimals that show the first digit of `width`, both in the unit that is printed: 0.2 -> 1, 0.04 -> 2.
int decimals_for(double width, int least) {
  const double digits = width > 0 ? std::ceil(-std::log10(width) - 1e-9) : 3;
  return std::clamp(static_cast<int>(digits), least, 3);
}

/// Widths are rounded up: "+- 0.2%" never stands for 0.24%.
double rounded_up(double width, int decimals) {
  const double unit = std::pow(10, -decimals);
  return std::max(std::ceil(width / unit - 1e-6), 1.0) * unit;
}

/// "2.9x", or "40.0%" of what is less than twice as much.
std::string size_of_difference(double ratio) {
  const double factor = ratio < 1 ? 1 / ratio : ratio;
  if (factor < 2) return fmt::format("{:.1f}%", 100 * std::abs(1 - ratio));
  return fmt::format("{:.{}f}x", factor, factor < 100 ? 1 : 0);
}

/// What the interval leaves open: "between 2.9x and 80.0x faster".
std::string describe_range(const Comparison& c) {
  const std::string low = size_of_difference(c.low), high = size_of_difference(c.high);
  if (c.low >= 1) return fmt::format("between {} and {} slower", low, high);
  if (c.high <= 1) return fmt::format("between {} and {} faster", high, low);
  return fmt::format("between {} faster and {} slower", low, high);
}

std::string describe_difference(const Comparison& c) {
  const bool faster = c.ratio < 1;
  const double factor = faster ? 1 / c.ratio : c.ratio;
  if (factor >= 2) {
    const double width = (faster ? 1 / c.low - 1 / c.high : c.high - c.low) / 2;
    // Far from symmetric, so that one number for both sides says nothing.
    if (width > k_wide_share * factor)
      return fmt::format("{} {}, {}", size_of_difference(c.ratio), faster ? "faster" : "slower", describe_range(c));
    const int decimals = decimals_for(width, width < 3 ? 1 : 0);
    return fmt::format("{:.{}f}x {} (+- {:.{}f})", factor, decimals, faster ? "faster" : "slower", rounded_up(width, decimals),
                       decimals);
  }
  const double percent = 100 * std::abs(1 - c.ratio), width = 100 * (c.high - c.low) / 2;
  const int decimals = decimals_for(width, width < 3 ? 1 : 0);
  return fmt::format("{} by {:.{}f}% +- {:.{}f}%", faster ? "faster" : "slower", percent, decimals, rounded_up(width, decimals),
                     decimals);
}

}  // namespace

CompareOptions CompareOptions::between(std::size_t first, std::size_t second) const {
  CompareOptions of_both = *this;
  if (first < doubts.size()) of_both.a = doubts[first];
  if (second < doubts.size()) of_both.b = doubts[second];
  return of_both;
}

CompareOptions CompareOptions::shared_among(std::size_t claims) const {
  CompareOptions careful = *this;
  if (claims > 1) careful.claim_confidence = 1 - (1 - claim_confidence) / static_cast<double>(claims);
  return careful;
}

Comparison compare(std::span<const double> a_ns, std::span<const double> b_ns, const CompareOptions& options) {
  const Blocks blocks = usable_blocks(a_ns, b_ns);
  const auto& ratios = blocks.log_ratios;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Comparison result{.high = infinity, .claim_high = infinity, .margin = options.margin, .blocks = ratios.size()};
  if (ratios.empty()) return result;
  Centre centre(ratios);
  result.margin = margin_for(blocks.faster_ns, centre.estimate() < 0, options);
  Interval shown = interval_of(centre, ratios, k_shown_confidence);
  Interval claim = interval_of(centre, ratios, options.claim_confidence);
  if (options.processes > 1) {
    const auto of_processes = centres_of_processes(blocks, options.processes);
    shown = widened(shown, centre.estimate(), of_processes, k_shown_confidence);
    claim = widened(claim, centre.estimate(), of_processes, options.claim_confidence);
  }
  result.ratio = std::exp(centre.estimate());
  result.low = std::exp(shown.low);
  result.high = std::exp(shown.high);
  result.claim_low = std::exp(claim.low);
  result.claim_high = std::exp(claim.high);
  const double margin = claim.by_signs ? result.margin : std::max(result.margin, k_few_blocks_margin);
  result.distinguishable = result.claim_high < 1 - margin || result.claim_low > 1 + margin;
  return result;
}

std::string describe(const Comparison& comparison) {
  if (!std::isfinite(comparison.high)) return "too few blocks to tell";
  if (comparison.distinguishable) return describe_difference(comparison);
  const double left_open = std::max(1 - comparison.low, comparison.high - 1);
  if (left_open > std::max(k_uncertain_share, comparison.margin)) return "too uncertain to tell: " + describe_range(comparison);
  const double open = std::max(comparison.margin, left_open);
  return fmt::format("no difference you could measure (< {:.1f}%)", 100 * rounded_up(open, 3));
}

bool enough_blocks(const BlockRule& rule, std::span<const Comparison> comparisons, std::size_t blocks, double elapsed_ns) {
  if (blocks == 0) return false;
  if (blocks >= rule.max_blocks || elapsed_ns >= rule.max_time_ns) return true;
  return blocks >= rule.min_blocks && std::ranges::all_of(comparisons, [&](const Comparison& c) {
           const double by_difference = rule.share_of_difference * std::abs(1 - c.ratio);
           const double shown = (c.high - c.low) / 2, claim = (c.claim_high - c.claim_low) / 2;
           const double wanted = std::max(rule.half_width, rule.share_of_margin * c.margin) * c.ratio;
           const double wanted_for_claims = std::max(rule.claim_half_width, rule.claim_share_of_margin * c.margin) * c.ratio;
           return c.blocks == 0 ||
                  (shown <= std::max(wanted, by_difference) && claim <= std::max(wanted_for_claims, 2 * by_difference));
         });
}

}  // namespace judge
