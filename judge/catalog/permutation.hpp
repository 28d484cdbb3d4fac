#pragma once

#include <cstdint>

#include "judge/catalog/random.hpp"

namespace judge {

/// A pseudorandom permutation of 0 ... n-1, each image computed on its own: a keyed bijection of the numbers of as many
/// bits as n-1 has, applied again for as long as it leads to n or above (which ends, because it is a bijection, and
/// takes less than two steps on average).
class Permutation {
 public:
  /// n >= 1.
  Permutation(std::uint64_t n, const RandomBits& bits);
  std::uint64_t operator()(std::uint64_t index) const;

 private:
  static constexpr int k_rounds = 6;
  struct Round {
    std::uint64_t factor, summand;
  };
  std::uint64_t m_n;
  std::uint64_t m_mask;
  int m_shift;
  Round m_rounds[k_rounds];
};

}  // namespace judge
