#include "judge/measure/pairs.hpp"

namespace judge {

std::vector<Pair> compare_pairs(const std::vector<std::vector<double>>& block_times_ns, const CompareOptions& options) {
  CompareOptions careful = options;
  const auto n = static_cast<double>(block_times_ns.size());
  if (n > 2) careful.claim_confidence = 1 - (1 - options.claim_confidence) / (n * (n - 1) / 2);
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < block_times_ns.size(); ++a)
    for (std::size_t b = a + 1; b < block_times_ns.size(); ++b)
      pairs.push_back({a, b, compare(block_times_ns[a], block_times_ns[b], careful)});
  return pairs;
}

std::vector<Pair> compare_neighbours(const std::vector<std::vector<double>>& block_times_ns, const CompareOptions& options) {
  CompareOptions careful = options;
  const auto n = static_cast<double>(block_times_ns.size());
  if (n > 2) careful.claim_confidence = 1 - (1 - options.claim_confidence) / (n - 1);
  std::vector<Pair> pairs;
  for (std::size_t b = 1; b < block_times_ns.size(); ++b)
    pairs.push_back({b - 1, b, compare(block_times_ns[b - 1], block_times_ns[b], careful)});
  return pairs;
}

}  // namespace judge
