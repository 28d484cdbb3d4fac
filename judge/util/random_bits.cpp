#include "judge/util/random_bits.hpp"

#include <random>

namespace judge {

std::uint64_t random_bits() {
  std::random_device source;
  return static_cast<std::uint64_t>(source()) << 32 | source();
}

}  // namespace judge
