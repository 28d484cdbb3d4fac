#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace judge {

/// Where the centre of a symmetric distribution lies, from values of it: the median of all pairwise means
/// (Hodges-Lehmann estimate), with the intervals that Wilcoxon's signed-rank statistic gives.
class Centre {
 public:
  /// Time and memory grow with the square of the number of values. There must be one at least.
  explicit Centre(std::span<const double> values);

  double estimate();

  struct Interval {
    double low = 0, high = 0;
  };
  /// Holds the centre with this confidence if each value is symmetric about it and independent of the others; they need
  /// not have one distribution. Ties only make it more careful. Infinite where there are too few values.
  Interval interval(double confidence);

 private:
  double mean_of_rank(std::size_t rank);

  std::size_t m_count;
  std::vector<double> m_means;  ///< of all pairs, each value paired with itself too; ordered as far as was asked
};

/// The largest k with P(T+ <= k) <= tail for the signed-rank statistic T+ of n values, or -1 where even P(T+ = 0)
/// exceeds it. Exact up to 60 values; above, the normal approximation with the next term of the Cornish-Fisher
/// expansion.
std::ptrdiff_t signed_rank_quantile(std::size_t n, double tail);

}  // namespace judge
