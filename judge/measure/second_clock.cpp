#include "judge/measure/second_clock.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace judge {

namespace {

// On a device that nobody shares it is 2 us for held calls and 7 us for others.
constexpr double k_steady_spread_ns = 10e3, k_steady_spread_share = 0.02;
constexpr std::size_t k_least_watched_blocks = 8;  // a few calls may look steady by chance
// Less than this may be a stream that the bracket does not see. It gains nothing, and is nothing to accuse anybody of.
constexpr double k_lie_ns = 5e3, k_lie_share = 0.05;

// What honest attempts differ by from a process that does nothing; decision 22 has the measurements. A host's clock is read in two
// processes, and messages go between them.
struct Allowance {
  double time_ns, share;
};
constexpr Allowance k_allowance_before{2e3, 0.003};
constexpr double k_uncertainties = 2, k_uncertainties_of_a_lie = 6;

// Emptied caches and processors that wake up late cost calls more than their waiting for a processor shows.
constexpr double k_busy_share = 0.1;

// A short time with host-paced events is not read as badly as that, and much could hide in it.
double host_paced_allowance_ns(double device_ns) { return std::min(15e3, 2e3 + device_ns / 5); }

Allowance allowance_for(Bracket bracket, double device_ns) {
  switch (bracket) {
    case Bracket::blocked: return {1e3, 0.0005};
    case Bracket::host_paced: return {host_paced_allowance_ns(device_ns), 0.005};
    default: return {std::min(200e3, 50e3 + device_ns / 5), 0.05};
  }
}

// The share of what the calls waited for processors in which other programs may have had them.
double share_of_others(std::span<const TwiceTimed> calls) {
  double waited_ns = 0, others_ns = 0;
  for (const TwiceTimed& call : calls) {
    waited_ns += std::min(call.waited_ns, call.watched_ns);
    others_ns += call.others_ns;
  }
  return waited_ns > 0 ? std::clamp(others_ns / waited_ns, 0.0, 1.0) : 0;
}

double used_by_others(std::span<const TwiceTimed> calls) {
  double watched_ns = 0, others_ns = 0;
  for (const TwiceTimed& call : calls) {
    watched_ns += call.watched_ns;
    others_ns += call.others_ns;
  }
  return watched_ns > 0 ? std::max(others_ns / watched_ns, 0.0) : 0;
}

// The ranked time is a median of blocks of two calls: so is this, or a lie in one call of each block would be seen in none.
std::vector<double> beside_what_is_reported(std::span<const TwiceTimed> calls, std::size_t calls_in_block) {
  const double others = share_of_others(calls);
  std::vector<double> times_ns;
  for (std::size_t i = 0; i + calls_in_block <= calls.size(); i += calls_in_block) {
    double sum_ns = 0;
    for (const TwiceTimed& call : calls.subspan(i, calls_in_block))
      sum_ns += call.watched_ns - others * std::min(call.waited_ns, call.watched_ns) - call.reported_ns;
    times_ns.push_back(sum_ns / static_cast<double>(calls_in_block));
  }
  std::ranges::sort(times_ns);
  return times_ns;
}

double quantile(const std::vector<double>& sorted, double share) {
  return sorted[static_cast<std::size_t>(share * static_cast<double>(sorted.size() - 1))];
}

double spread(const std::vector<double>& sorted) { return quantile(sorted, 0.9) - quantile(sorted, 0.1); }

double uncertainty_of_median(const std::vector<double>& sorted) {
  return (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / std::sqrt(static_cast<double>(sorted.size()));
}

}  // namespace

std::optional<Unreported> unreported_time(std::span<const TwiceTimed> calls, std::span<const TwiceTimed> nothing) {
  const auto with = beside_what_is_reported(calls, 2), without = beside_what_is_reported(nothing, 1);
  if (with.empty() || without.empty()) return std::nullopt;
  // An attempt can make its own calls as noisy as it likes: only what it has no hand in excuses anything.
  // The upper one of two middle calls: whoever lies in half of the blocks moves the ranked median.
  return Unreported{.median_ns = with[with.size() / 2] - quantile(without, 0.5),
                    .uncertainty_ns = uncertainty_of_median(without),
                    .spread_ns = std::max(spread(with), spread(without)),
                    .blocks = std::min(with.size(), without.size()),
                    .used_by_others = used_by_others(calls)};
}

std::vector<Unreported> unreported_of_processes(std::span<const TwiceTimed> calls, std::span<const TwiceTimed> nothing,
                                                std::size_t processes) {
  std::vector<std::vector<TwiceTimed>> by_process(processes);
  for (const TwiceTimed& call : calls)
    if (call.process < processes) by_process[call.process].push_back(call);
  std::vector<Unreported> all;
  for (const auto& of_process : by_process) all.push_back(unreported_time(of_process, nothing).value_or(Unreported{}));
  return all;
}

double caused_by_others_ns(const Unreported& unreported, double device_ns, Bracket bracket, unsigned processors) {
  if (bracket != Bracket::host_clock || unreported.used_by_others <= k_busy_share) return 0;
  const double share = std::min(unreported.used_by_others / std::max(processors, 1u), 1.0);
  return share * std::max(device_ns + unreported.median_ns, 0.0);
}

Belief belief_in(const Unreported& unreported, double device_ns, Bracket bracket, NothingCalled nothing) {
  const auto [time_ns, share] = nothing == NothingCalled::before ? k_allowance_before : allowance_for(bracket, device_ns);
  const double noise_ns = unreported.uncertainty_ns, allowed_ns = time_ns + share * device_ns;
  if (unreported.median_ns <= allowed_ns + k_uncertainties * noise_ns) return Belief::believed;
  if (bracket == Bracket::host_clock || unreported.blocks < k_least_watched_blocks) return Belief::corrected;
  const bool is_steady = unreported.spread_ns <= k_steady_spread_ns + k_steady_spread_share * device_ns;
  const bool is_much =
      unreported.median_ns > std::max(allowed_ns, k_lie_ns + k_lie_share * device_ns) + k_uncertainties_of_a_lie * noise_ns;
  return is_steady && is_much ? Belief::lie : Belief::corrected;
}

}  // namespace judge
