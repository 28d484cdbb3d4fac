#include "judge/catalog/permutation.hpp"

#include <algorithm>
#include <bit>

namespace judge {

Permutation::Permutation(std::uint64_t n, const RandomBits& bits) : m_n(n) {
  const int width = std::max(1, static_cast<int>(std::bit_width(n - 1)));
  m_mask = ~std::uint64_t{0} >> (64 - width);
  m_shift = std::max(1, width / 2);
  for (std::uint64_t i = 0; i < k_rounds; ++i) m_rounds[i] = {bits.at(2 * i) | 1, bits.at(2 * i + 1)};
}

std::uint64_t Permutation::operator()(std::uint64_t index) const {
  // Each step is a bijection of the numbers of this width: an odd factor, a summand, and x ^ x >> s.
  do {
    for (const auto& round : m_rounds) {
      index = (index * round.factor + round.summand) & m_mask;
      index ^= index >> m_shift;
    }
  } while (index >= m_n);
  return index;
}

}  // namespace judge
