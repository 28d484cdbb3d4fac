#include "judge/measure/second_clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "judge/util/units.hpp"

namespace judge {

namespace {

// What honest attempts differ by from a process that does nothing; docs/timing.md has the measurements. A host's clock is read in two
// processes, and messages go between them.
struct Allowance {
  double time_ns, share, uncertainties;
};

Allowance allowance_for(Bracket bracket) {
  switch (bracket) {
    case Bracket::blocked: return {1e3, 0.003, 4};
    case Bracket::host_paced: return {15e3, 0.005, 4};
    default: return {200e3, 0.05, 6};
  }
}

std::vector<double> beside_what_is_reported(std::span<const TwiceTimed> calls) {
  std::vector<double> times_ns;
  for (const TwiceTimed& call : calls) times_ns.push_back(call.watched_ns - call.reported_ns);
  std::ranges::sort(times_ns);
  return times_ns;
}

double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

double uncertainty_of_median(const std::vector<double>& sorted) {
  return (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / std::sqrt(static_cast<double>(sorted.size()));
}

}  // namespace

std::optional<Unreported> unreported_time(std::span<const TwiceTimed> calls, std::span<const TwiceTimed> nothing) {
  if (calls.empty() || nothing.empty()) return std::nullopt;
  const auto with = beside_what_is_reported(calls), without = beside_what_is_reported(nothing);
  return Unreported{.median_ns = quantile(with, 0.5) - quantile(without, 0.5),
                    .uncertainty_ns = std::hypot(uncertainty_of_median(with), uncertainty_of_median(without))};
}

std::optional<std::string> disbelief(const Unreported& unreported, double device_ns, Bracket bracket) {
  const auto [time_ns, share, uncertainties] = allowance_for(bracket);
  const double allowed_ns = time_ns + share * device_ns + uncertainties * unreported.uncertainty_ns;
  if (unreported.median_ns <= allowed_ns) return std::nullopt;
  return fmt::format("its process reports {} for a call; by the judge's own clock it takes {} longer", format_time_ns(device_ns),
                     format_time_ns(unreported.median_ns));
}

}  // namespace judge
