#include "judge/render/run_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <map>
#include <vector>

#include "judge/render/rate_text.hpp"
#include "judge/render/time_title.hpp"
#include "judge/util/units.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

static const Measurement* timing_of(const RunRow& row) {
  const auto& measurements = row.record->measurements;
  return measurements.empty() ? nullptr : &measurements.front();
}

static bool is_accepted(const RunRow& row) { return row.record->verdict.kind == VerdictKind::accepted; }

/// The time of the fastest; infinite where none has one.
static Summary fastest_of(std::span<const RunRow> rows) {
  Summary fastest{.median_ns = std::numeric_limits<double>::infinity()};
  for (const auto& row : rows)
    if (const auto* timing = timing_of(row); timing != nullptr && is_accepted(row) && timing->device.median_ns > 0)
      if (timing->device.median_ns < fastest.median_ns) fastest = timing->device;
  return fastest;
}

/// The bracket that most rows have; the others are marked in the table and named below it.
static Bracket common_bracket(std::span<const RunRow> rows) {
  std::map<Bracket, int> counts;
  for (const auto& row : rows)
    if (const auto* timing = timing_of(row); timing != nullptr && is_accepted(row)) ++counts[timing->bracket];
  if (counts.empty()) return Bracket::none;
  return std::ranges::max_element(counts, {}, [](const auto& entry) { return entry.second; })->first;
}

static std::string rank_text(const RunRow& row) { return row.rank ? std::to_string(*row.rank) + (row.tied ? "=" : "") : "-"; }

static std::string optional_percent(const std::optional<double>& percent) {
  return percent ? format_percent(*percent / 100) : "-";
}

/// Among itself alone it has none.
static std::string percentile_text(const RunRow& row) {
  return row.percentile && row.among != 1 ? fmt::format("{:.0f}", *row.percentile) : "-";
}

namespace {
enum class Layout { run, board };
}  // namespace

static std::vector<Column> columns_of(std::span<const RunRow> rows, Layout layout) {
  const char* time = time_title(rows, [](const auto& row) -> const Record& { return *row.record; });
  std::vector<Column> columns{{"rank", Align::right},         {"attempt"},
                              {"verdict", Align::left, 1},    {time, Align::right},
                              {"wall", Align::right, 2},      {"spread", Align::right, 4},
                              {"rate", Align::right, 7},      {"of fastest", Align::right, 8},
                              {"vs best", Align::right, 6},   {"of peak", Align::right, 5},
                              {"percentile", Align::right, 3}};
  if (layout == Layout::board) {
    columns.push_back({"certain"});
    columns.push_back({"judged", Align::left, 2});
  }
  return columns;
}

static std::vector<Cell> timing_cells(const RunRow& row, const Summary& fastest, Bracket common) {
  const auto* timing = timing_of(row);
  if (timing == nullptr || timing->device.median_ns <= 0) return {"-", "-", "-", "-", "-"};
  const auto& device = timing->device;
  // By the host's clock both times are of the same readings.
  const bool has_wall = timing->wall.median_ns > 0 && timing->bracket != Bracket::host_clock;
  return {{time_text(device) + (timing->bracket == common ? "" : "*"), Tone::strong},
          has_wall ? time_text(timing->wall) : "-",
          spread_text(device),
          rate_text(*timing),
          format_percent(fastest.median_ns / device.median_ns, std::max(uncertain_share(fastest), uncertain_share(device)))};
}

/// "2026-01-31T12:00:00Z" as "2026-01-31 12:00".
static std::string minute_of(const std::string& time) {
  if (time.size() < 16) return time;
  return time.substr(0, 10) + ' ' + time.substr(11, 5);
}

static Cell certain_cell(const RunRow& row) {
  if (!row.best_rank) return "-";
  if (row.best_rank == row.worst_rank) return {"yes", Tone::good};
  return fmt::format("{} to {}", *row.best_rank, *row.worst_rank);
}

static Table ranking(std::span<const RunRow> rows, Layout layout) {
  Table table{.columns = columns_of(rows, layout), .rows = {}};
  const Summary fastest = fastest_of(rows);
  const auto common = common_bracket(rows);
  for (const auto& row : rows) {
    if (!is_accepted(row)) continue;
    std::vector<Cell> cells{rank_text(row), row.record->attempt.shown(), {"accepted", Tone::good}};
    for (auto& cell : timing_cells(row, fastest, common)) cells.push_back(std::move(cell));
    cells.emplace_back(row.versus_best.empty() ? "-" : row.versus_best);
    cells.emplace_back(optional_percent(row.percent_of_peak));
    cells.emplace_back(percentile_text(row));
    if (layout == Layout::board) {
      cells.push_back(certain_cell(row));
      cells.emplace_back(minute_of(row.record->time));
    }
    table.rows.push_back(std::move(cells));
  }
  return without_empty_columns(std::move(table));
}

static Table rejections(std::span<const RunRow> rows) {
  Table table{.columns = {{"attempt"}, {"verdict"}, {"case", Align::left, 1}, {"what happened"}}, .rows = {}};
  for (const auto& row : rows) {
    if (is_accepted(row)) continue;
    const auto& verdict = row.record->verdict;
    table.rows.push_back(
        {row.record->attempt.shown(), {std::string(name_of(verdict.kind)), Tone::bad}, verdict.case_name, verdict.summary});
  }
  return without_empty_columns(std::move(table));
}

static std::string bracket_text(Bracket bracket) {
  switch (bracket) {
    case Bracket::none: return "not timed";
    case Bracket::blocked: return "events on a blocked stream";
    case Bracket::host_paced: return "host-paced events: solve() synchronises in the middle, launch gaps count";
    case Bracket::host_clock: return "the host's clock";
  }
  return "?";
}

static std::string sizes_of_case(const Record& record, const std::string& case_name) {
  for (const auto& result : record.cases)
    if (result.name == case_name) return result.sizes;
  return {};
}

static std::string device_line(const Record& record) {
  auto text = "device: " + record.device.name;
  if (record.device.runtime == RuntimeKind::emulated) text += "; CPU times, by the host's clock, rank only among emulated runs";
  return text;
}

static std::vector<std::string> footer(std::span<const RunRow> rows) {
  std::vector<std::string> lines;
  if (rows.empty()) return lines;
  lines.push_back(device_line(*rows.front().record));
  const auto common = common_bracket(rows);
  for (const auto& row : rows)
    if (!row.also.empty())
      lines.push_back(fmt::format("{}: also {}, the same content", row.record->attempt.shown(), fmt::join(row.also, ", ")));
  for (const auto& row : rows)
    if (!row.record->not_timed.empty())
      lines.push_back(fmt::format("{}: not timed: {}", row.record->attempt.shown(), row.record->not_timed));
  const auto timed =
      std::ranges::find_if(rows, [](const RunRow& row) { return is_accepted(row) && timing_of(row) != nullptr; });
  if (timed == rows.end()) return lines;
  const auto& case_name = timing_of(*timed)->case_name;
  const auto sizes = sizes_of_case(*timed->record, case_name);
  lines.push_back(fmt::format("timed: {}, by {}", with_sizes(case_name, sizes), bracket_text(common)));
  for (const auto& row : rows) {
    const auto* timing = timing_of(row);
    if (timing == nullptr || !is_accepted(row)) continue;
    if (timing->bracket != common)
      lines.push_back(fmt::format("* {}: {}", row.record->attempt.shown(), bracket_text(timing->bracket)));
    if (!timing->note.empty()) lines.push_back(fmt::format("{}: {}", row.record->attempt.shown(), timing->note));
    if (!timing->not_played_back.empty())
      lines.push_back(fmt::format("{}: timed in its own process: {}", row.record->attempt.shown(), timing->not_played_back));
  }
  if (std::ranges::any_of(rows, &RunRow::tied)) lines.emplace_back("=: shared rank: no difference you could measure");
  if (const auto& among = timed->among; among > 1 && timed->percentile)
    lines.push_back(fmt::format(
        "percentile: how many percent of the {} attempts on this device are slower; each version of a file is one, yours too",
        among));
  if (std::ranges::any_of(rows, [](const RunRow& row) { return row.best_rank < row.worst_rank; }))
    lines.emplace_back(
        "certain: the range of ranks that runs on different days could give; `judge run` or `compare` is more precise");
  return lines;
}

static std::string text_of(std::span<const RunRow> rows, Layout layout, const TextStyle& style) {
  const auto accepted = ranking(rows, layout), rejected = rejections(rows);
  std::string text;
  if (!accepted.rows.empty()) text += table_text(accepted, style);
  if (!text.empty() && !rejected.rows.empty()) text += '\n';
  if (!rejected.rows.empty()) text += table_text(rejected, style);
  const auto lines = footer(rows);
  if (!lines.empty()) text += '\n';
  for (const auto& line : lines) text += toned(printable_line(line), Tone::faint, style) + '\n';
  return text;
}

static std::string markdown_of(std::span<const RunRow> rows, Layout layout) {
  const auto accepted = ranking(rows, layout), rejected = rejections(rows);
  std::string text;
  if (!accepted.rows.empty()) text += table_markdown(accepted) + '\n';
  if (!rejected.rows.empty()) text += table_markdown(rejected) + '\n';
  for (const auto& line : footer(rows)) text += fmt::format("- {}\n", markdown_escaped(printable_line(line)));
  return text;
}

namespace {

/// One row and what its columns are made of.
struct CsvRow {
  const RunRow& row;
  double fastest_ns = 0;
  const Record& record = *row.record;
  const Measurement* timing = timing_of(row);  ///< null: it was not timed

  /// Empty for what is not known.
  std::string number(double Summary::*member) const { return timing ? raw(timing->device.*member) : ""; }
  std::string per_ns(double work) const { return timing && median_ns() > 0 ? raw(work / median_ns()) : ""; }
  double median_ns() const { return timing->device.median_ns; }

  static std::string raw(double value) { return value > 0 ? fmt::format("{}", value) : ""; }
  static std::string raw(const std::optional<double>& value) { return value ? fmt::format("{}", *value) : ""; }
};

struct CsvColumn {
  const char* name;
  std::string (*text)(const CsvRow&);
};

constexpr CsvColumn k_csv_columns[] = {
    {"rank", [](const CsvRow& r) { return r.row.rank ? std::to_string(*r.row.rank) : ""; }},
    {"tied", [](const CsvRow& r) { return std::string(r.row.tied ? "1" : "0"); }},
    {"problem", [](const CsvRow& r) { return r.record.problem; }},
    {"attempt", [](const CsvRow& r) { return r.record.attempt.name; }},
    {"path", [](const CsvRow& r) { return r.record.attempt.path.string(); }},
    {"content_hash", [](const CsvRow& r) { return r.record.attempt.content_hash; }},
    {"verdict", [](const CsvRow& r) { return std::string(name_of(r.record.verdict.kind)); }},
    {"case", [](const CsvRow& r) { return r.record.verdict.case_name; }},
    {"summary", [](const CsvRow& r) { return r.record.verdict.summary; }},
    {"timed_case", [](const CsvRow& r) { return r.timing ? r.timing->case_name : ""; }},
    {"bracket", [](const CsvRow& r) { return std::string(r.timing ? name_of(r.timing->bracket) : ""); }},
    {"device_median_ns", [](const CsvRow& r) { return r.number(&Summary::median_ns); }},
    {"device_low_ns", [](const CsvRow& r) { return r.number(&Summary::low_ns); }},
    {"device_high_ns", [](const CsvRow& r) { return r.number(&Summary::high_ns); }},
    {"device_p10_ns", [](const CsvRow& r) { return r.number(&Summary::p10_ns); }},
    {"device_p90_ns", [](const CsvRow& r) { return r.number(&Summary::p90_ns); }},
    {"samples", [](const CsvRow& r) { return r.timing ? std::to_string(r.timing->device.count) : ""; }},
    {"wall_median_ns", [](const CsvRow& r) { return r.timing ? r.raw(r.timing->wall.median_ns) : ""; }},
    {"gb_per_s", [](const CsvRow& r) { return r.timing ? r.per_ns(r.timing->work_bytes) : ""; }},
    {"gflop_per_s", [](const CsvRow& r) { return r.timing ? r.per_ns(r.timing->work_flops) : ""; }},
    {"percent_of_fastest", [](const CsvRow& r) { return is_accepted(r.row) ? r.per_ns(100 * r.fastest_ns) : ""; }},
    {"percent_of_limit", [](const CsvRow& r) { return r.raw(r.row.percent_of_peak); }},
    {"percentile", [](const CsvRow& r) { return r.raw(r.row.percentile); }},
    {"device", [](const CsvRow& r) { return r.record.device.name; }},
    {"device_id", [](const CsvRow& r) { return r.record.device.id; }},
    {"time", [](const CsvRow& r) { return r.record.time; }},
    {"run_id", [](const CsvRow& r) { return r.record.run_id; }},
};

}  // namespace

std::string run_csv(std::span<const RunRow> rows) {
  Table table;
  for (const auto& column : k_csv_columns) table.columns.push_back({column.name});
  const double fastest = fastest_of(rows).median_ns;
  for (const auto& row : rows) {
    std::vector<Cell> cells;
    for (const auto& column : k_csv_columns) cells.emplace_back(column.text({row, fastest}));
    table.rows.push_back(std::move(cells));
  }
  return table_csv(table);
}

std::string run_text(std::span<const RunRow> rows, const TextStyle& style) { return text_of(rows, Layout::run, style); }
std::string run_markdown(std::span<const RunRow> rows) { return markdown_of(rows, Layout::run); }

std::string board_text(std::span<const RunRow> rows, const TextStyle& style) { return text_of(rows, Layout::board, style); }
std::string board_markdown(std::span<const RunRow> rows) { return markdown_of(rows, Layout::board); }
std::string board_csv(std::span<const RunRow> rows) { return run_csv(rows); }

std::string case_times_text(std::span<const RunRow> rows, const TextStyle& style) {
  const char* time = time_title(rows, [](const auto& row) -> const Record& { return *row.record; });
  Table table{.columns = {{"attempt"}, {"case"}, {time, Align::right}, {"spread", Align::right}, {"rate", Align::right}},
              .rows = {}};
  bool has_several = false;
  for (const auto& row : rows) {
    has_several |= row.record->measurements.size() > 1;
    for (const auto& timing : row.record->measurements)
      table.rows.push_back({row.record->attempt.shown(), timing.case_name, time_text(timing.device), spread_text(timing.device),
                            rate_text(timing)});
  }
  return has_several ? "\n" + table_text(table, style) : "";
}

}  // namespace judge
