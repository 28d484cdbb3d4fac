#include "judge/measure/schedule.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <random>

#include "judge/measure/compare.hpp"
#include "judge/measure/summary.hpp"

namespace judge {

namespace {

/// Fisher-Yates. std::shuffle may differ between standard libraries; mt19937_64 and this do not.
void shuffle(std::vector<int>& values, std::mt19937_64& random) {
  for (std::size_t left = values.size(); left > 1; --left) {
    const auto pick = static_cast<std::size_t>(static_cast<unsigned __int128>(random()) * left >> 64);
    std::swap(values[left - 1], values[pick]);
  }
}

}  // namespace

std::vector<int> interleaved_order(int contestants, int blocks, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<int> permutation(static_cast<std::size_t>(std::max(contestants, 0))), order;
  for (int block = 0; block < blocks; ++block) {
    std::iota(permutation.begin(), permutation.end(), 0);
    shuffle(permutation, random);
    order.insert(order.end(), permutation.begin(), permutation.end());
    order.insert(order.end(), permutation.rbegin(), permutation.rend());
  }
  return order;
}

std::vector<std::vector<double>> block_times_ns(std::span<const int> order, std::span<const double> samples_ns, int contestants,
                                                std::span<const Bracket> brackets) {
  const auto n = static_cast<std::size_t>(std::max(contestants, 0));
  std::vector<std::vector<double>> times_ns(n);
  const std::size_t taken = std::min(order.size(), samples_ns.size());
  for (std::size_t begin = 0; n > 0 && begin < taken; begin += 2 * n) {
    std::vector<std::vector<double>> calls_ns(n);
    for (std::size_t i = begin; i < std::min(begin + 2 * n, taken); ++i)
      if (is_time(samples_ns[i])) calls_ns[static_cast<std::size_t>(order[i])].push_back(samples_ns[i]);
    for (std::size_t who = 0; who < n; ++who)
      times_ns[who].push_back(calls_ns[who].size() == 2 ? block_time_ns(calls_ns[who][0], calls_ns[who][1],
                                                                        brackets.empty() ? Bracket::none : brackets[who])
                                                        : std::numeric_limits<double>::quiet_NaN());
  }
  return times_ns;
}

}  // namespace judge
