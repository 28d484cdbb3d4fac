#pragma once

#include <string>
#include <vector>

#include "judge/cli/judging.hpp"
#include "judge/measure/compare.hpp"
#include "judge/render/table.hpp"

namespace judge {

struct CompareCommandOptions {
  JudgingOptions judging;
  bool json = false, csv = false, markdown = false;
};

/// How one contestant stands to another, by their positions among those that were timed.
struct Pair {
  std::size_t a = 0, b = 0;
  Comparison comparison;   ///< A's time / B's
};

/// Every pair of contestants that were called in the same blocks, in the order they were named. What the claims'
/// confidence leaves open is shared out among all pairs, as rank() does.
std::vector<Pair> compare_pairs(const std::vector<std::vector<double>>& block_times_ns,
                                const CompareOptions& options = {});

/// Each contestant (B) with the one named before it (A); the same sharing out.
std::vector<Pair> compare_neighbours(const std::vector<std::vector<double>>& block_times_ns,
                                     const CompareOptions& options = {});

/// One line a pair: A, B, both medians, the ratio with its 95% interval, and what that means in words.
Table pairs_table(const std::vector<Pair>& pairs, const std::vector<std::string>& names,
                  const std::vector<double>& medians_ns);

/// `judge compare`: judges as `judge run` does, then says of each pair how the one stands to the other. 0 = all
/// accepted, 1 = some not. Errors: usage (fewer than two attempts), the judge's own failures.
Result<int> compare_attempts(const CommonOptions& common, const CompareCommandOptions& options);

}  // namespace judge
