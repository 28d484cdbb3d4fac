#include "judge/measure/ranking.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

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

/// Walks `order` (fastest first) and lets `differs(leader, other)` decide who shares the leader's place; calls
/// `assign(who, leader, place)` for each, group by group.
template <class Differs, class Assign>
void group_from_leaders(std::vector<std::size_t> order, Differs differs, Assign assign) {
  int place = 1;
  while (!order.empty()) {
    const std::size_t leader = order.front();
    std::vector<std::size_t> rest;
    int members = 0;
    for (const std::size_t who : order) {
      if (who != leader && differs(leader, who)) {
        rest.push_back(who);
        continue;
      }
      assign(who, leader, place);
      ++members;
    }
    place += members;
    order = std::move(rest);
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

std::vector<Place> rank(std::span<const std::vector<double>> block_times_ns, const CompareOptions& options) {
  const auto levels = block_levels(block_times_ns);
  std::vector<double> scores;
  for (const auto& times : block_times_ns) scores.push_back(score(times, levels));
  const auto order = order_by(scores);

  // The leader is picked for being fast, and any of the pairs may be torn apart by chance: Bonferroni over all pairs.
  CompareOptions careful = options;
  const auto n = static_cast<double>(order.size());
  if (n > 2) careful.claim_confidence = 1 - (1 - options.claim_confidence) / (n * (n - 1) / 2);
  std::map<std::pair<std::size_t, std::size_t>, Comparison> known;
  const auto against = [&](std::size_t who, std::size_t other) -> const Comparison& {
    const auto [entry, is_new] = known.try_emplace({who, other});
    if (is_new) entry->second = compare(block_times_ns[who], block_times_ns[other], careful);
    return entry->second;
  };
  std::vector<Place> places;
  group_from_leaders(
      order,
      [&](std::size_t leader, std::size_t other) {
        if (scores[other] == k_never) return scores[leader] != k_never;
        return against(other, leader).b_wins();
      },
      [&](std::size_t who, std::size_t, int place) {
        places.push_back({who, place, against(who, order.front())});
      });
  return places;
}

BetweenRuns between_runs(Bracket bracket) {
  switch (bracket) {
    case Bracket::none:
    case Bracket::blocked: return {};
    case Bracket::host_paced: return {.relative = 0.02, .least_ns = 1'000};
    case Bracket::host_clock: return {.relative = 0.1, .least_ns = 2'000};
  }
  return {};
}

std::vector<BoardPlace> rank_unpaired(std::span<const Summary> entries, const BetweenRuns& allowance) {
  return rank_unpaired(entries, std::vector<BetweenRuns>(entries.size(), allowance));
}

std::vector<BoardPlace> rank_unpaired(std::span<const Summary> entries, std::span<const BetweenRuns> allowances) {
  std::vector<Range> intervals;
  std::vector<double> medians_ns;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    intervals.push_back(widened(entries[i], allowances[i]));
    medians_ns.push_back(has_time(entries[i]) ? entries[i].median_ns : k_never);
  }
  const auto faster = [&](std::size_t a, std::size_t b) { return intervals[a].high < intervals[b].low; };

  std::vector<BoardPlace> places;
  group_from_leaders(
      order_by(medians_ns),
      [&](std::size_t leader, std::size_t other) {
        return faster(leader, other) || (medians_ns[other] == k_never && medians_ns[leader] != k_never);
      },
      [&](std::size_t who, std::size_t, int place) {
        BoardPlace entry{who, place, 1, static_cast<int>(entries.size())};
        for (std::size_t other = 0; other < entries.size(); ++other) {
          entry.best += faster(other, who);
          entry.worst -= faster(who, other);
        }
        places.push_back(entry);
      });
  return places;
}

double percentile(double median_ns, std::span<const double> all_medians_ns) {
  if (all_medians_ns.empty()) return 50;
  double beaten = 0;
  for (const double other_ns : all_medians_ns) beaten += other_ns > median_ns ? 1 : other_ns == median_ns ? 0.5 : 0;
  return 100 * beaten / static_cast<double>(all_medians_ns.size());
}

}  // namespace judge
