#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "judge/model/documents.hpp"
#include "judge/render/table.hpp"

namespace judge {

struct SweepRow {
  const Record* record = nullptr;
  SweepCombination combination;
  std::string versus_best;  ///< "1.25x slower (+- 0.02)"; empty for the fastest
  std::optional<double> percent_of_peak;
};

/// Why a combination was not accepted, in one line: a compiler's first error, else the verdict's summary.
std::string one_line_reason(const Record& record);

/// A line a combination, in the rows' order: parameters, time, rank. The fastest is marked "best"; where another shares
/// its rank, so is that one. Combinations that were not accepted say why.
Table sweep_table(const std::vector<std::string>& parameters, std::span<const SweepRow> rows);

/// The same for a program: numbers are raw, in nanoseconds.
std::string sweep_csv(const std::vector<std::string>& parameters, std::span<const SweepRow> rows);

}  // namespace judge
