#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "judge/model/measurement.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// One attempt at one size.
struct ScaleRow {
  std::int64_t size = 0;
  std::string attempt;
  const Measurement* timing = nullptr;
  std::optional<double> percent_of_peak;
};

/// A line a size and attempt, in the rows' order: time, bytes and operations of the task a second, share of the peak. `parameter` is
/// what the size is of: "N".
Table scale_table(const std::string& parameter, std::span<const ScaleRow> rows);

/// The same for a program: numbers are raw, in nanoseconds, bytes and operations.
std::string scale_csv(const std::string& parameter, std::span<const ScaleRow> rows);

}  // namespace judge
