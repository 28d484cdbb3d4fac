#include "judge/measure/signed_rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace judge {

namespace {

constexpr std::size_t k_exact_up_to = 60;

/// P(T+ = t) for all t: each of the ranks 1 ... n is in the sum or not, evenly and independently.
std::vector<double> signed_rank_distribution(std::size_t n) {
  std::vector<double> probability(n * (n + 1) / 2 + 1, 0);
  probability[0] = 1;
  std::size_t reach = 0;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    reach += rank;
    for (std::size_t sum = reach + 1; sum-- > 0;)
      probability[sum] = (probability[sum] + (sum >= rank ? probability[sum - rank] : 0)) / 2;
  }
  return probability;
}

/// z with P(Z <= z) = tail, tail < 1/2, by bisection of the complementary error function.
double normal_quantile(double tail) {
  double low = -40, high = 0;
  for (int step = 0; step < 100; ++step) {
    const double middle = (low + high) / 2;
    (0.5 * std::erfc(-middle / std::numbers::sqrt2) < tail ? low : high) = middle;
  }
  return low;
}

}  // namespace

std::ptrdiff_t signed_rank_quantile(std::size_t n, double tail) {
  if (n > k_exact_up_to) {
    // T+ sums independent r * Bernoulli(1/2): mean sum(r) / 2, variance sum(r^2) / 4, fourth cumulant -sum(r^4) / 8.
    const auto count = static_cast<double>(n);
    const double squares = count * (count + 1) * (2 * count + 1) / 6;
    const double fourths = squares * (3 * count * count + 3 * count - 1) / 5;
    const double mean = count * (count + 1) / 4, deviation = std::sqrt(squares) / 2;
    const double excess = -fourths / 8 / std::pow(deviation, 4);
    const double z = normal_quantile(tail);
    const double corrected = z + (z * z * z - 3 * z) * excess / 24;
    return static_cast<std::ptrdiff_t>(std::floor(mean + corrected * deviation - 0.5));
  }
  const auto probability = signed_rank_distribution(n);
  double sum = 0;
  for (std::size_t k = 0; k < probability.size(); ++k) {
    sum += probability[k];
    if (sum > tail) return static_cast<std::ptrdiff_t>(k) - 1;
  }
  return static_cast<std::ptrdiff_t>(probability.size()) - 1;
}

Centre::Centre(std::span<const double> values) : m_count(values.size()) {
  m_means.reserve(values.size() * (values.size() + 1) / 2);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = i; j < values.size(); ++j) m_means.push_back((values[i] + values[j]) / 2);
}

double Centre::mean_of_rank(std::size_t rank) {
  std::ranges::nth_element(m_means, m_means.begin() + static_cast<std::ptrdiff_t>(rank));
  return m_means[rank];
}

double Centre::estimate() { return (mean_of_rank((m_means.size() - 1) / 2) + mean_of_rank(m_means.size() / 2)) / 2; }

Centre::Interval Centre::interval(double confidence) {
  const std::ptrdiff_t k = signed_rank_quantile(m_count, (1 - confidence) / 2);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (k < 0) return {-infinity, infinity};
  // T+ <= k says that at most k of the means lie above the centre: k of them are cut off at either end.
  const auto cut = static_cast<std::size_t>(k);
  return {mean_of_rank(cut), mean_of_rank(m_means.size() - 1 - cut)};
}

}  // namespace judge
