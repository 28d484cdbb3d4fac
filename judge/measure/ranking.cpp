#include "judge/measure/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "judge/measure/pairs.hpp"
#include "judge/measure/summary.hpp"

namespace judge {

namespace {

constexpr double k_never = std::numeric_limits<double>::infinity();

/// Of each block, the mean of the logs over the contestants that have a time in it. Taking it off leaves what is a
/// contestant's own and drops what the block did to all: the clock of the minute, a neighbour's traffic.
std::vector<double> block_levels(std::span<const std::vector<double>> times_ns) {
  std::vector<double> levels;
  for (std::size_t block = 0;; ++block) {
    double sum = 0;
    int count = 0;
    bool begun = false;
    for (const auto& times : times_ns) {
      if (block >= times.size()) continue;
      begun = true;
      if (!is_time(times[block])) continue;
      sum += std::log(times[block]);
      ++count;
    }
    if (!begun) return levels;
    levels.push_back(count > 0 ? sum / count : 0);
  }
}

double score(const std::vector<double>& times_ns, std::span<const double> levels) {
  std::vector<double> relative;
  for (std::size_t block = 0; block < times_ns.size(); ++block)
    if (is_time(times_ns[block])) relative.push_back(std::log(times_ns[block]) - levels[block]);
  if (relative.empty()) return k_never;
  std::ranges::sort(relative);
  return quantile_of_sorted(relative, 0.5);
}

std::vector<std::size_t> order_by(const std::vector<double>& keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return keys[a] < keys[b]; });
  return order;
}

/// Those of `order` (fastest first) that share a rank with their leader, group by group; `differs(leader, other)` decides.
template <class Differs>
std::vector<std::vector<std::size_t>> groups_by_leader(std::vector<std::size_t> order, Differs differs) {
  std::vector<std::vector<std::size_t>> groups;
  while (!order.empty()) {
    const std::size_t leader = order.front();
    std::vector<std::size_t> group, rest;
    for (const std::size_t who : order) (who != leader && differs(leader, who) ? rest : group).push_back(who);
    groups.push_back(std::move(group));
    order = std::move(rest);
  }
  return groups;
}

/// Calls `assign(who, rank, tied)` for each of the groups' members.
template <class Assign>
void assign_ranks(const std::vector<std::vector<std::size_t>>& groups, Assign assign) {
  int rank = 1;
  for (const auto& group : groups) {
    for (const std::size_t who : group) assign(who, rank, group.size() > 1);
    rank += static_cast<int>(group.size());
  }
}

struct Range {
  double low = 0, high = 0;
};

bool has_time(const Summary& summary) { return summary.count > 0 && is_time(summary.median_ns); }

Range widened(const Summary& summary, const BetweenRuns& allowance) {
  if (!has_time(summary)) return {0, k_never};
  const double half = std::max(allowance.relative * summary.median_ns, allowance.least_ns) / 2;
  return {std::min(summary.low_ns, summary.median_ns) - half, std::max(summary.high_ns, summary.median_ns) + half};
}

}  // namespace

std::vector<RankedContestant> rank(std::span<const std::vector<double>> block_times_ns, const CompareOptions& options) {
  const auto levels = block_levels(block_times_ns);
  std::vector<double> scores;
  for (const auto& times : block_times_ns) scores.push_back(score(times, levels));
  const auto order = order_by(scores);

  // The leader is picked for being fast, and any of the pairs may be torn apart by chance.
  const auto careful = options.shared_among(pairs_among(order.size()));
  std::map<std::pair<std::size_t, std::size_t>, Comparison> known;
  const auto against = [&](std::size_t who, std::size_t other) -> const Comparison& {
    const auto [entry, is_new] = known.try_emplace({who, other});
    if (is_new) entry->second = compare(block_times_ns[who], block_times_ns[other], careful.between(who, other));
    return entry->second;
  };
  const auto groups = groups_by_leader(order, [&](std::size_t leader, std::size_t other) {
    if (scores[other] == k_never) return scores[leader] != k_never;
    return against(other, leader).b_wins();
  });
  std::vector<RankedContestant> ranked;
  assign_ranks(groups, [&](std::size_t who, int rank, bool tied) {
    ranked.push_back({who, rank, tied, against(who, order.front())});
  });
  return ranked;
}

BetweenRuns between_runs(Bracket bracket, RuntimeKind runtime) {
  switch (bracket) {
    case Bracket::none:
    case Bracket::blocked: return {};
    case Bracket::host_paced: return {.relative = 0.02, .least_ns = 1'000};
    case Bracket::host_clock: return {.relative = runtime == RuntimeKind::emulated ? 0.25 : 0.1, .least_ns = 2'000};
  }
  return {};
}

BetweenRuns between_runs(const Measurement& timing, RuntimeKind runtime) {
  BetweenRuns allowance = between_runs(timing.bracket, runtime);
  if (runtime == RuntimeKind::emulated) allowance.relative = std::max(allowance.relative, timing.device.spread());
  return allowance;
}

CompareOptions comparing_on_processor(std::size_t processes) {
  const double margin = processes > 1 ? k_few_blocks_margin : between_runs(Bracket::host_clock, RuntimeKind::emulated).relative;
  return {.margin = margin, .processes = processes};
}

std::vector<RankedEntry> rank_unpaired(std::span<const Summary> entries, const BetweenRuns& allowance) {
  return rank_unpaired(entries, std::vector<BetweenRuns>(entries.size(), allowance));
}

std::vector<RankedEntry> rank_unpaired(std::span<const Summary> entries, std::span<const BetweenRuns> allowances,
                                       const std::function<bool(std::size_t, std::size_t)>& may_differ) {
  std::vector<Range> intervals;
  std::vector<double> medians_ns;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    intervals.push_back(widened(entries[i], allowances[i]));
    medians_ns.push_back(has_time(entries[i]) ? entries[i].median_ns : k_never);
  }
  const auto faster = [&](std::size_t a, std::size_t b) {
    return intervals[a].high < intervals[b].low && (!may_differ || may_differ(a, b));
  };
  const auto groups = groups_by_leader(order_by(medians_ns), [&](std::size_t leader, std::size_t other) {
    return faster(leader, other) || (medians_ns[other] == k_never && medians_ns[leader] != k_never);
  });

  std::vector<RankedEntry> ranked;
  assign_ranks(groups, [&](std::size_t who, int rank, bool tied) {
    RankedEntry entry{who, rank, tied, 1, static_cast<int>(entries.size())};
    for (std::size_t other = 0; other < entries.size(); ++other) {
      entry.best_rank += faster(other, who);
      entry.worst_rank -= faster(who, other);
    }
    ranked.push_back(entry);
  });
  return ranked;
}

double percentile(double median_ns, std::span<const double> all_medians_ns) {
  if (all_medians_ns.empty()) return 50;
  double beaten = 0;
  for (const double other_ns : all_medians_ns) beaten += other_ns > median_ns ? 1 : other_ns == median_ns ? 0.5 : 0;
  return 100 * beaten / static_cast<double>(all_medians_ns.size());
}

}  // namespace judge
