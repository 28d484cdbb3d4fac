#include "judge/judging/run_rows.hpp"

#include <algorithm>

#include "judge/measure/least_time.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/model/attempt_labels.hpp"

namespace judge {

namespace {

const Measurement& ranked_time(const Record& record) {
  static const Measurement none;
  return record.measurements.empty() ? none : record.measurements.front();
}

RunRow timed_row(const Record& record, int rank, bool tied, std::span<const double> all_medians_ns,
                 const std::optional<PeakRates>& peaks) {
  const Measurement& timing = ranked_time(record);
  RunRow row{.record = &record, .rank = rank, .tied = tied};
  if (!all_medians_ns.empty()) row.percentile = percentile(timing.device.median_ns, all_medians_ns);
  if (peaks) row.percent_of_peak = percent_of_peak(timing, *peaks);
  return row;
}

}  // namespace

std::vector<RunRow> run_rows(const Judged& judged) {
  std::vector<RunRow> rows;
  const auto ranked = rank(judged.ranked.block_times_ns, judged.ranked.comparing);
  for (const auto& one : ranked) {
    const Record& record = judged.records[judged.ranked.contestants[one.contestant]];
    rows.push_back(timed_row(record, one.rank, one.tied, judged.medians_ns, judged.peaks));
    if (one.contestant != ranked.front().contestant) rows.back().versus_best = describe(one.to_first);
  }
  // Ranks come from pairs of calls; whose difference was not significant stand by their times.
  std::ranges::stable_sort(rows, {},
                           [](const RunRow& row) { return std::pair(row.rank, ranked_time(*row.record).device.median_ns); });
  const std::size_t timed = rows.size();
  for (std::size_t i = 0; i < judged.records.size(); ++i)
    if (std::ranges::count(judged.ranked.contestants, i) == 0) rows.push_back({.record = &judged.records[i]});
  std::stable_partition(rows.begin() + static_cast<std::ptrdiff_t>(timed), rows.end(),
                        [](const RunRow& row) { return row.record->verdict.kind == VerdictKind::accepted; });
  return rows;
}

std::vector<RunRow> board_rows(std::span<const Record> records, std::span<const double> all_medians_ns,
                               const std::optional<PeakRates>& peaks) {
  std::vector<Summary> times;
  std::vector<BetweenRuns> allowances;
  for (const auto& record : records) {
    times.push_back(ranked_time(record).device);
    allowances.push_back(between_runs(ranked_time(record).bracket));
  }
  std::vector<RunRow> rows;
  for (const auto& entry : rank_unpaired(times, allowances)) {
    const auto& record = records[entry.entry];
    if (times[entry.entry].count == 0 || !is_time(times[entry.entry].median_ns)) {
      rows.push_back({.record = &record});
      continue;
    }
    rows.push_back(timed_row(record, entry.rank, entry.tied, all_medians_ns, peaks));
    rows.back().best_rank = entry.best_rank;
    rows.back().worst_rank = entry.worst_rank;
  }
  return rows;
}

Result<Board> read_board(const Ledger& ledger, const BoardQuery& query) {
  Board board;
  JUDGE_TRY(board.records, ledger.board(query));
  tell_apart(board.records);
  JUDGE_TRY(const auto medians_ns, ledger.all_medians(query));
  JUDGE_TRY(const auto peaks, ledger.peak_rates(query.device_id));
  board.rows = board_rows(board.records, medians_ns, peaks);
  return board;
}

BoardDocument board_document(const BoardQuery& query, std::span<const RunRow> rows) {
  BoardDocument document{.problem = query.problem, .device_id = query.device_id};
  for (const auto& row : rows)
    document.entries.push_back({.rank = row.rank,
                                .tied = row.tied,
                                .best_rank = row.best_rank,
                                .worst_rank = row.worst_rank,
                                .percentile = row.percentile,
                                .percent_of_peak = row.percent_of_peak,
                                .record = *row.record});
  return document;
}

}  // namespace judge
