#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace judge {

/// How a buffer's elements are drawn, as judge/device/draw.cu does it: each from the key and its index alone.
struct InputDraw {
  enum class Kind : int { uniform = 0, normal, integers, sparse, choice };  ///< mirrored there
  static constexpr std::size_t k_most_numbers = 1024;

  Kind kind = Kind::uniform;
  double low = 0, width = 0;  ///< of normal draws: mean and deviation
  double last = 0;            ///< the largest element below the upper end
  double density = 1;
  std::int64_t first = 0;            ///< of integers
  std::uint64_t count = 0, key = 0;  ///< count: of integers, or of values to choose from
  std::vector<double> numbers{};     ///< values to choose from, or the ziggurat's table
};

}  // namespace judge
