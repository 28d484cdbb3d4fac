#pragma once

#include <algorithm>
#include <functional>
#include <ranges>

namespace judge {

/// C++23's std::ranges::contains, which g++ 12 lacks.
template <std::ranges::input_range Range, typename Value, typename Projection = std::identity>
constexpr bool contains(const Range& range, const Value& value, Projection projection = {}) {
  return std::ranges::find(range, value, projection) != std::ranges::end(range);
}

}  // namespace judge
