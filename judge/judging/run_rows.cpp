#include "judge/judging/run_rows.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "judge/measure/least_time.hpp"
#include "judge/measure/pairs.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/measure/summary.hpp"
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
  row.among = all_medians_ns.size();
  if (!all_medians_ns.empty()) row.percentile = percentile(timing.device.median_ns, all_medians_ns);
  if (peaks) row.percent_of_peak = percent_of_peak(timing, *peaks);
  return row;
}

/// What was timed side by side is compared as `judge compare` compares it: a board tells none of those apart that it does not.
class SideBySide {
 public:
  explicit SideBySide(std::span<const Record> records) : m_records(records) {
    for (const auto& record : records) ++m_of_run[record.run_id];
  }

  bool may_differ(std::size_t a, std::size_t b) {
    const Record &first = m_records[a], &second = m_records[b];
    if (first.run_id.empty() || first.run_id != second.run_id || blocks_of(a).empty() || blocks_of(b).empty()) return true;
    const auto [known, is_new] = m_known.try_emplace(std::minmax(a, b));
    if (is_new) known->second = compare(blocks_of(a), blocks_of(b), options(a, b)).distinguishable;
    return known->second;
  }

 private:
  const std::vector<double>& blocks_of(std::size_t index) {
    const auto [known, is_new] = m_blocks.try_emplace(index);
    if (is_new) {
      const Measurement& timing = ranked_time(m_records[index]);
      std::vector<double> times_ns;
      for (const auto& sample : timing.samples) times_ns.push_back(sample.device_ns);
      known->second = times_of_blocks(times_ns, timing.bracket);
    }
    return known->second;
  }

  CompareOptions options(std::size_t a, std::size_t b) const {
    const Record& record = m_records[a];
    const int processes = ranked_time(record).processes, other = ranked_time(m_records[b]).processes;
    CompareOptions options;
    if (record.device.runtime == RuntimeKind::emulated)
      options = comparing_on_processor(processes == other ? static_cast<std::size_t>(processes) : 1);
    return options.shared_among(pairs_among(m_of_run.at(record.run_id)));
  }

  std::span<const Record> m_records;
  std::map<std::string, std::size_t> m_of_run;
  std::map<std::size_t, std::vector<double>> m_blocks;
  std::map<std::pair<std::size_t, std::size_t>, bool> m_known;
};

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
    allowances.push_back(between_runs(ranked_time(record), record.device.runtime));
  }
  SideBySide side_by_side(records);
  const auto may_differ = [&](std::size_t a, std::size_t b) { return side_by_side.may_differ(a, b); };
  std::vector<RunRow> rows;
  for (const auto& entry : rank_unpaired(times, allowances, may_differ)) {
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
  JUDGE_TRY(const auto names, ledger.names_of_contents(query));
  board.rows = board_rows(board.records, medians_ns, peaks);
  for (auto& row : board.rows) {
    const auto& attempt = row.record->attempt;
    if (const auto known = names.find(attempt.content_hash); known != names.end())
      std::ranges::remove_copy(known->second, std::back_inserter(row.also), attempt.name);
  }
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
                                .also = row.also,
                                .record = *row.record});
  return document;
}

}  // namespace judge
