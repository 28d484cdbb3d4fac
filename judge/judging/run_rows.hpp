#pragma once

#include <optional>
#include <span>
#include <vector>

#include "judge/judging/board_query.hpp"
#include "judge/judging/judging.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/model/peak_rates.hpp"
#include "judge/model/rows.hpp"

namespace judge {

/// Attempts that were judged together, by rank, those that share one by their times; those without a time below them, then those that were not accepted, as they
/// were named. The rows point into `judged`.
std::vector<RunRow> run_rows(const Judged& judged);

/// What a board shows of records that were not all measured together, fastest first: ranks that are shared where runs of
/// different days, or a comparison of what was timed side by side, cannot tell two apart; percentiles among `all_medians_ns`, percent of the device's limit. The rows
/// point into `records`.
std::vector<RunRow> board_rows(std::span<const Record> records, std::span<const double> all_medians_ns,
                               const std::optional<PeakRates>& peaks);

/// One problem's board on one device.
struct Board {
  std::vector<Record> records;
  std::vector<RunRow> rows;  ///< of all of them; refer to `records`
};

/// Errors: the ledger's.
Result<Board> read_board(const Ledger& ledger, const BoardQuery& query);

/// What `judge board --json` prints.
BoardDocument board_document(const BoardQuery& query, std::span<const RunRow> rows);

}  // namespace judge
