#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Fills host memory as buffer.fill says, on all processors. The result depends on the buffer's name, type, size and
/// fill and on the seed alone. `into` is of buffer.bytes() bytes. Whole-number types round what is drawn downwards;
/// "uniform" never gives its upper end, whatever the type rounds to.
/// Errors: fill::Custom (generate() of the problem's reference.cpp fills those), another size than the buffer's, a
/// literal of another length.
Result<void> fill_buffer(const BufferArgument& buffer, std::uint64_t seed, std::span<std::byte> into);

}  // namespace judge
