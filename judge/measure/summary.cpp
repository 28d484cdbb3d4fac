#include "judge/measure/summary.hpp"

#include <algorithm>
#include <cmath>

namespace judge {

namespace {
constexpr double k_confidence = 0.95;
}

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

Summary summarize_sorted(std::span<const double> ascending_ns) {
  if (ascending_ns.empty()) return {};
  const MedianRanks ranks = median_ranks(ascending_ns.size());
  return {.median_ns = quantile_of_sorted(ascending_ns, 0.5),
          .low_ns = ascending_ns[ranks.low],
          .high_ns = ascending_ns[ranks.high],
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

std::vector<double> usable_times(std::span<const Sample> samples, double Sample::* time_ns) {
  const bool all_throttled = std::ranges::all_of(samples, &Sample::throttled);
  std::vector<double> times_ns;
  for (const Sample& sample : samples)
    if (all_throttled || !sample.throttled) times_ns.push_back(sample.*time_ns);
  return times_ns;
}

}  // namespace judge
