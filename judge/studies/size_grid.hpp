#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// A whole number from 1, or one with k, M or G behind it: 2^10, 2^20, 2^30. Errors: anything else.
Result<std::int64_t> parse_size(std::string_view text);

/// Most sizes that one command judges.
inline constexpr int k_most_sizes = 64;

/// Sizes from `from` to `to`, both included. `steps` = 0: each four times the one before, but the last. Else so many, each about as many
/// times the one before; those in between have four significant binary digits, so that large ones are multiples of large powers of
/// two, and equal ones are one. Errors: from < 1, from > to, steps of 1 or more than k_most_sizes.
Result<std::vector<std::int64_t>> size_grid(std::int64_t from, std::int64_t to, int steps);

/// The largest power of two that is not above `size`, which is at least 1.
std::int64_t power_of_two_below(std::int64_t size);

}  // namespace judge
