#include "judge/render/sweep_table.hpp"

#include <fmt/format.h>

#include "judge/render/rate_text.hpp"
#include "judge/render/time_title.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

bool is_accepted(const SweepRow& row) { return row.combination.verdict == VerdictKind::accepted; }

std::vector<Cell> cells_of_values(const SweepRow& row, const std::vector<std::string>& parameters) {
  std::vector<Cell> cells;
  for (const auto& name : parameters) cells.emplace_back(row.combination.parameters.at(name));
  return cells;
}

std::vector<Cell> cells_of_accepted(const SweepRow& row) {
  const auto& measurements = row.record->measurements;
  if (measurements.empty()) return {"-", "-", "-", "-", "accepted, not timed"};
  const auto& timing = measurements.front();
  return {{time_text(timing.device), Tone::strong},
          spread_text(timing.device),
          rate_text(timing),
          row.percent_of_peak ? format_percent(*row.percent_of_peak / 100) : "-",
          row.combination.rank == 1 ? Cell("best", Tone::good) : Cell(row.versus_best.empty() ? "-" : row.versus_best)};
}

}  // namespace

Table sweep_table(const std::vector<std::string>& parameters, std::span<const SweepRow> rows) {
  Table table;
  for (const auto& name : parameters) table.columns.push_back({name, Align::right});
  table.columns.insert(table.columns.end(),
                       {{time_title(rows, [](const auto& row) -> const Record& { return *row.record; }), Align::right},
                        {"spread", Align::right, 2},
                        {"rate", Align::right, 4},
                        {"of peak", Align::right, 3},
                        {"vs best"}});
  for (const auto& row : rows) {
    auto cells = cells_of_values(row, parameters);
    auto rest =
        is_accepted(row) ? cells_of_accepted(row) : std::vector<Cell>{"-", "-", "-", "-", {row.combination.reason, Tone::bad}};
    cells.insert(cells.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
    table.rows.push_back(std::move(cells));
  }
  return without_empty_columns(std::move(table));
}

std::string sweep_csv(const std::vector<std::string>& parameters, std::span<const SweepRow> rows) {
  Table table;
  for (const auto& name : parameters) table.columns.push_back({name});
  for (const char* name :
       {"verdict", "rank", "device_median_ns", "device_low_ns", "device_high_ns", "percent_of_limit", "reason"})
    table.columns.push_back({name});
  static const Measurement untimed;
  for (const auto& row : rows) {
    const auto& timing = row.record->measurements.empty() ? untimed : row.record->measurements.front();
    const auto raw = [](double value) { return Cell(value > 0 ? fmt::format("{}", value) : ""); };
    auto cells = cells_of_values(row, parameters);
    cells.emplace_back(std::string(name_of(row.combination.verdict)));
    cells.emplace_back(row.combination.rank ? std::to_string(*row.combination.rank) : "");
    for (const double time_ns : {timing.device.median_ns, timing.device.low_ns, timing.device.high_ns})
      cells.push_back(raw(time_ns));
    cells.push_back(raw(row.percent_of_peak.value_or(0)));
    cells.emplace_back(row.combination.reason);
    table.rows.push_back(std::move(cells));
  }
  return table_csv(table);
}

}  // namespace judge
