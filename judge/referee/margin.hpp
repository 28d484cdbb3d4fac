#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "judge/model/problem.hpp"

namespace judge {

/// How much of what the buffer's checker allows an answer uses up: 0 = it is the expected one, 1 = it is just accepted,
/// infinite where nothing is allowed or a NaN or an infinity is missed. For a norm the norm's share, else the largest
/// of any element. Both spans are of buffer.bytes() bytes. Not for custom checks.
double share_of_tolerance(const BufferArgument& buffer, std::span<const std::byte> got, std::span<const std::byte> expected);

/// Which elements are not what is expected: of a tolerance or of units in the last place those that pass it, of a norm those whose
/// error alone passes what it allows, of an input that was changed any that is another. None for custom checks.
std::vector<bool> differing_elements(const BufferArgument& buffer, std::span<const std::byte> got,
                                     std::span<const std::byte> expected);

}  // namespace judge
