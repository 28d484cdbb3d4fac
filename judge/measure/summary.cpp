#include "judge/measure/summary.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace judge {

namespace {

constexpr double k_confidence = 0.95;

/// The samples of one value, and the stretch that they stand for: as far on either side as half way to the nearer
/// neighbour, so that a far one draws nobody away from where it is.
struct Cell {
  double low = 0, high = 0, first_rank = 0, count = 0;
};

Cell cell_of(std::span<const double> ascending, double value) {
  const auto [first, last] = std::ranges::equal_range(ascending, value);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double down = first == ascending.begin() ? infinity : value - *(first - 1);
  const double up = last == ascending.end() ? infinity : *last - value;
  const double nearer = std::min(down, up), half = nearer == infinity ? 0 : nearer / 2;
  return {value - half, value + half, static_cast<double>(first - ascending.begin()), static_cast<double>(last - first)};
}

}  // namespace

MedianRanks median_ranks(std::size_t count) {
  const auto n = static_cast<double>(count);
  // The samples of ranks k - 1 and n - k (from 0) enclose the median when k <= B <= n - k, B binomial(n, 1/2). Starting
  // in the middle and widening sums the large terms only: nothing cancels, and sqrt(n) terms are enough.
  std::size_t low = (count - 1) / 2;
  auto k = static_cast<double>(low + 1);
  double term = std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) - n * std::log(2.0));
  double coverage = count % 2 == 0 ? term : 0;
  for (; coverage < k_confidence && low > 0; --low) {
    term *= k / (n - k + 1);
    k -= 1;
    coverage += 2 * term;
  }
  return {low, count - 1 - low};
}

double quantile_of_sorted(std::span<const double> ascending, double fraction) {
  const double position = fraction * static_cast<double>(ascending.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  if (below + 1 >= ascending.size()) return ascending.back();
  const double weight = position - static_cast<double>(below);
  return ascending[below] + weight * (ascending[below + 1] - ascending[below]);
}

double value_at_rank(std::span<const double> ascending, double rank) {
  const auto cell = [&](std::size_t index) { return cell_of(ascending, ascending[std::min(index, ascending.size() - 1)]); };
  const Cell here = cell(static_cast<std::size_t>(rank));
  const double into = rank - here.first_rank;
  if (into == 0 && rank > 0) return (cell(static_cast<std::size_t>(rank) - 1).high + here.low) / 2;
  return here.low + (here.high - here.low) * into / here.count;
}

Summary summarize_sorted(std::span<const double> ascending_ns) {
  if (ascending_ns.empty()) return {};
  const MedianRanks ranks = median_ranks(ascending_ns.size());
  return {.median_ns = value_at_rank(ascending_ns, static_cast<double>(ascending_ns.size()) / 2),
          .low_ns = value_at_rank(ascending_ns, static_cast<double>(ranks.low) + 0.5),
          .high_ns = value_at_rank(ascending_ns, static_cast<double>(ranks.high) + 0.5),
          .p10_ns = quantile_of_sorted(ascending_ns, 0.1),
          .p90_ns = quantile_of_sorted(ascending_ns, 0.9),
          .count = static_cast<std::int64_t>(ascending_ns.size())};
}

Summary summarize(std::span<const double> samples_ns) {
  std::vector<double> ascending_ns;
  std::ranges::copy_if(samples_ns, std::back_inserter(ascending_ns), [](double ns) { return std::isfinite(ns); });
  std::ranges::sort(ascending_ns);
  return summarize_sorted(ascending_ns);
}

double block_time_ns(double first_ns, double second_ns, Bracket bracket) {
  constexpr double k_most_apart = 1.3;
  const double faster_ns = std::min(first_ns, second_ns), slower_ns = std::max(first_ns, second_ns);
  return bracket == Bracket::blocked && slower_ns > k_most_apart * faster_ns ? slower_ns : std::sqrt(faster_ns * slower_ns);
}

std::vector<double> times_of_blocks(std::span<const double> samples_ns, Bracket bracket) {
  std::vector<double> times_ns;
  for (std::size_t i = 0; i < samples_ns.size(); i += 2)
    times_ns.push_back(i + 1 < samples_ns.size() ? block_time_ns(samples_ns[i], samples_ns[i + 1], bracket) : samples_ns[i]);
  return times_ns;
}

Summary summarize_blocks(std::span<const Sample> samples, Bracket bracket) {
  std::vector<double> all_ns, at_speed_ns;
  for (std::size_t i = 0; i < samples.size(); i += 2) {
    const auto block = samples.subspan(i, std::min<std::size_t>(2, samples.size() - i));
    for (const Sample& sample : block) all_ns.push_back(sample.device_ns);
    if (std::ranges::none_of(block, &Sample::throttled))
      for (const Sample& sample : block) at_speed_ns.push_back(sample.device_ns);
  }
  Summary summary = summarize(usable_times(samples, &Sample::device_ns));
  const Summary blocks = summarize(times_of_blocks(at_speed_ns.empty() ? all_ns : at_speed_ns, bracket));
  summary.median_ns = blocks.median_ns;
  summary.low_ns = blocks.low_ns;
  summary.high_ns = blocks.high_ns;
  return summary;
}

// Of the middle half: what a few processes do does not move it.
static double mean_of_middle(std::span<const double> sorted) {
  const std::size_t left_out = (sorted.size() + 1) / 4;
  const auto middle = sorted.subspan(left_out, sorted.size() - 2 * left_out);
  return std::accumulate(middle.begin(), middle.end(), 0.0) / static_cast<double>(middle.size());
}

std::vector<double> without_process_shares(std::span<const double> samples_ns, std::span<const std::size_t> process) {
  std::map<std::size_t, std::vector<double>> by_process;
  for (std::size_t i = 0; i < samples_ns.size(); ++i) by_process[process[i]].push_back(samples_ns[i]);
  std::map<std::size_t, double> medians_ns;
  std::vector<double> sorted_ns;
  for (const auto& [which, times_ns] : by_process) sorted_ns.push_back(medians_ns[which] = summarize(times_ns).median_ns);
  std::ranges::sort(sorted_ns);
  const double mean_ns = mean_of_middle(sorted_ns);
  std::vector<double> moved_ns;
  for (std::size_t i = 0; i < samples_ns.size(); ++i) moved_ns.push_back(samples_ns[i] - medians_ns[process[i]] + mean_ns);
  return moved_ns;
}

std::vector<double> usable_times(std::span<const Sample> samples, double Sample::*time_ns) {
  const bool all_throttled = std::ranges::all_of(samples, &Sample::throttled);
  std::vector<double> times_ns;
  for (const Sample& sample : samples)
    if (all_throttled || !sample.throttled) times_ns.push_back(sample.*time_ns);
  return times_ns;
}

}  // namespace judge
