#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "judge/model/input_draw.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Fills host memory as buffer.fill says, on all processors. The result depends on the buffer's name, type, size and
/// fill and on the seed alone. `into` is of buffer.bytes() bytes. Whole-number types round what is drawn downwards;
/// "uniform" never gives its upper end, whatever the type rounds to.
/// Errors: fill::Custom (generate() of the problem's reference.cpp fills those), another size than the buffer's, a
/// literal of another length.
Result<void> fill_buffer(const BufferArgument& buffer, std::uint64_t seed, std::span<std::byte> into);

/// The same draw for judge/device/draw.cu. Nothing: a fill that the host alone can do.
std::optional<InputDraw> device_draw(const BufferArgument& buffer, std::uint64_t seed);

/// Is a buffer filled alike whatever the seed is? Not known of what generate() fills: false.
bool is_same_for_every_seed(const Fill& fill);

}  // namespace judge
