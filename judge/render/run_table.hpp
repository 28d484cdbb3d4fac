#pragma once

#include <optional>
#include <span>
#include <string>

#include "judge/model/record.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// One attempt among others. What only a comparison of all can tell comes from outside.
struct RunRow {
  const Record* record = nullptr;
  std::optional<int> rank;                ///< 1 = fastest; none for rejected or untimed attempts
  bool tied = false;                      ///< shares its rank: the difference is not significant
  std::optional<int> best_rank;           ///< that its interval allows; none = not asked for
  std::optional<int> worst_rank;          ///< likewise; the same = certain
  std::optional<double> percentile;       ///< 0 to 100: so many percent of all on this device are slower
  std::optional<double> percent_of_peak;  ///< share of the device's peak; may exceed 100
  std::string versus_best;                ///< "1.25x", as measured side by side
};

/// What `judge run` ends with: the accepted attempts in the rows' order, the rejected ones below them with their
/// summaries, and a footer that names device, timed case and bracket. Percent of the fastest is of the rows given.
std::string run_text(std::span<const RunRow> rows, const TextStyle& style);
std::string run_markdown(std::span<const RunRow> rows);

/// One line an attempt, rejected ones too; numbers are raw, in nanoseconds, GB/s and GFLOP/s.
std::string run_csv(std::span<const RunRow> rows);

/// What `judge board` shows: the rows in their order, with when each was judged.
std::string board_text(std::span<const RunRow> rows, const TextStyle& style);
std::string board_markdown(std::span<const RunRow> rows);
std::string board_csv(std::span<const RunRow> rows);

}  // namespace judge
