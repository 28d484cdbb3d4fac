#pragma once

#include <cstddef>
#include <span>

#include "judge/model/problem.hpp"

namespace judge {

/// How much of what the buffer's checker allows an answer uses up: 0 = it is the expected one, 1 = it is just accepted,
/// infinite where nothing is allowed or a NaN or an infinity is missed. For a norm the norm's share, else the largest
/// of any element. Both spans are of buffer.bytes() bytes. Not for custom checks.
double share_of_tolerance(const BufferArgument& buffer, std::span<const std::byte> got,
                          std::span<const std::byte> expected);

}  // namespace judge
