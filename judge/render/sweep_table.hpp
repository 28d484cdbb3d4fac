#pragma once

#include <span>
#include <string>
#include <vector>

#include "judge/model/rows.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// A line a combination, in the rows' order: parameters, time, rank. The fastest is marked "best"; where another shares
/// its rank, so is that one. Combinations that were not accepted say why.
Table sweep_table(const std::vector<std::string>& parameters, std::span<const SweepRow> rows);

/// The same for a program: numbers are raw, in nanoseconds.
std::string sweep_csv(const std::vector<std::string>& parameters, std::span<const SweepRow> rows);

}  // namespace judge
