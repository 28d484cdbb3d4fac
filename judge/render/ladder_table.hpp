#pragma once

#include <optional>
#include <span>
#include <string>

#include "judge/model/record.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// One accepted attempt of a ladder.
struct LadderRow {
  const Record* record = nullptr;
  int rung = 0;  ///< 0 = none of its own
  bool is_yardstick = false;
  std::string idea;
  /// Against the accepted attempt before it, for a yardstick against the last rung: how many times as fast, with its
  /// 95% interval, and in words. Nothing for the first.
  struct Step {
    double gain = 1, low = 0, high = 0;
    std::string words;
  };
  std::optional<Step> step;
  double gain_over_first = 1;
  std::optional<double> percent_of_peak;
  std::optional<double> percent_of_copy;  ///< 100 = as fast as a copy that moves as many bytes
};

/// A line a rung, from the lowest: time, gain over the one before, over the first, rate, percent of what
/// the device can do.
Table ladder_table(std::span<const LadderRow> rows);

/// The same for a program: numbers are raw, in nanoseconds.
std::string ladder_csv(std::span<const LadderRow> rows);

}  // namespace judge
