#pragma once

#include <cstddef>
#include <vector>

#include "judge/measure/compare.hpp"

namespace judge {

/// How many pairs there are among `n`.
constexpr std::size_t pairs_among(std::size_t n) { return n < 2 ? 0 : n * (n - 1) / 2; }

constexpr std::size_t neighbours_among(std::size_t n) { return n < 2 ? 0 : n - 1; }

/// How one attempt stands to another, by their positions among those that were timed side by side.
struct Pair {
  std::size_t a = 0, b = 0;
  Comparison comparison;  ///< A's time / B's
};

/// Every pair of attempts that were called in the same blocks, in the order they were named. What the claims'
/// confidence leaves open is shared out among all pairs, as rank() does.
std::vector<Pair> compare_pairs(const std::vector<std::vector<double>>& block_times_ns, const CompareOptions& options = {});

/// Each attempt (B) with the one named before it (A); the same sharing out.
std::vector<Pair> compare_neighbours(const std::vector<std::vector<double>>& block_times_ns,
                                     const CompareOptions& options = {});

}  // namespace judge
