#include "judge/measure/pairs.hpp"

namespace judge {

std::vector<Pair> compare_pairs(const std::vector<std::vector<double>>& block_times_ns, const CompareOptions& options) {
  const auto careful = options.shared_among(pairs_among(block_times_ns.size()));
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < block_times_ns.size(); ++a)
    for (std::size_t b = a + 1; b < block_times_ns.size(); ++b)
      pairs.push_back({a, b, compare(block_times_ns[a], block_times_ns[b], careful.between(a, b))});
  return pairs;
}

std::vector<Pair> compare_neighbours(const std::vector<std::vector<double>>& block_times_ns, const CompareOptions& options) {
  const auto careful = options.shared_among(neighbours_among(block_times_ns.size()));
  std::vector<Pair> pairs;
  for (std::size_t b = 1; b < block_times_ns.size(); ++b)
    pairs.push_back({b - 1, b, compare(block_times_ns[b - 1], block_times_ns[b], careful.between(b - 1, b))});
  return pairs;
}

}  // namespace judge
