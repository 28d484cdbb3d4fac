#pragma once

#include <optional>
#include <span>

#include "judge/model/recording.hpp"

namespace judge {

/// The first of several calls of solve() in a row, with those words of kernels' arguments as counters that grow by the same step from
/// each call to the next: the number of the call, for instance. None if the calls differ in anything else, or are fewer than three.
std::optional<Recording> with_counters(std::span<const Recording> calls);

}  // namespace judge
