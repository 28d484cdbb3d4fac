#include "judge/measure/schedule.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "judge/measure/compare.hpp"

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

std::vector<std::vector<double>> block_times_ns(std::span<const int> order, std::span<const double> samples_ns,
                                                int contestants) {
  const auto n = static_cast<std::size_t>(std::max(contestants, 0));
  std::vector<std::vector<double>> times_ns(n);
  const std::size_t taken = std::min(order.size(), samples_ns.size());
  for (std::size_t begin = 0; n > 0 && begin < taken; begin += 2 * n) {
    std::vector<double> logs(n, 0);
    std::vector<int> calls(n, 0);
    for (std::size_t i = begin; i < std::min(begin + 2 * n, taken); ++i) {
      const auto who = static_cast<std::size_t>(order[i]);
      logs[who] += is_time(samples_ns[i]) ? std::log(samples_ns[i]) : std::numeric_limits<double>::quiet_NaN();
      ++calls[who];
    }
    for (std::size_t who = 0; who < n; ++who)
      times_ns[who].push_back(calls[who] == 2 ? std::exp(logs[who] / 2) : std::numeric_limits<double>::quiet_NaN());
  }
  return times_ns;
}

}  // namespace judge
