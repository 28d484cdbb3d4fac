#pragma once

#include <span>
#include <string>

#include "judge/model/rows.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// What `judge run` ends with: the accepted attempts in the rows' order, the rejected ones below them with their
/// summaries, and a footer that names device, timed case and bracket. Percent of the fastest is of the rows given.
std::string run_text(std::span<const RunRow> rows, const TextStyle& style);
std::string run_markdown(std::span<const RunRow> rows);

/// Where attempts were timed in several cases: the time in each. The table of run_text() has the ranked one.
std::string case_times_text(std::span<const RunRow> rows, const TextStyle& style);

/// One line an attempt, rejected ones too; numbers are raw, in nanoseconds, GB/s and GFLOP/s.
std::string run_csv(std::span<const RunRow> rows);

/// What `judge board` shows: the rows in their order, with when each was judged.
std::string board_text(std::span<const RunRow> rows, const TextStyle& style);
std::string board_markdown(std::span<const RunRow> rows);
std::string board_csv(std::span<const RunRow> rows);

}  // namespace judge
