#pragma once

#include <span>
#include <string>

#include "judge/model/rows.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// A line a rung, from the lowest: time, gain over the one before, over the first, rate, percent of what
/// the device can do.
Table ladder_table(std::span<const LadderRow> rows);

/// The same for a program: numbers are raw, in nanoseconds.
std::string ladder_csv(std::span<const LadderRow> rows);

}  // namespace judge
