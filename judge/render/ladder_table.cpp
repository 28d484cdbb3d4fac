#include "judge/render/ladder_table.hpp"

#include <fmt/format.h>

#include <cmath>

#include "judge/render/rate_text.hpp"
#include "judge/render/time_title.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

std::string gain_text(double gain) { return gain < 10 ? fmt::format("{:.3f}x", gain) : fmt::format("{:.1f}x", gain); }

std::string interval_text(const LadderStep& step) {
  if (!std::isfinite(step.high) || step.low <= 0) return "-";
  return fmt::format("{} to {}", gain_text(step.low), gain_text(step.high));
}

std::string rung_text(const LadderRung& rung) {
  if (rung.is_yardstick) return "yardstick";
  return rung.rung > 0 ? std::to_string(rung.rung) : "-";
}

}  // namespace

Table ladder_table(std::span<const LadderRow> rows) {
  Table table{.columns = {{"rung", Align::right},
                          {"attempt"},
                          {time_title(rows, [](const auto& row) -> const Record& { return *row.record; }), Align::right},
                          {"gain", Align::right},
                          {"95% interval", Align::right, 4},
                          {"over the first", Align::right, 3},
                          {"rate", Align::right, 5},
                          {"of copy", Align::right, 7},
                          {"of peak", Align::right, 6},
                          {"the step in words", Align::left, 2},
                          {"idea", Align::left, 1}},
              .rows = {}};
  for (const auto& [record, rung] : rows) {
    const auto& timing = record->measurements.front();
    table.rows.push_back({rung_text(rung),
                          rung.attempt,
                          {time_text(timing.device), Tone::strong},
                          rung.step ? gain_text(rung.step->gain) : "-",
                          rung.step ? interval_text(*rung.step) : "-",
                          gain_text(rung.gain_over_first),
                          rate_text(timing),
                          rung.percent_of_copy ? format_percent(*rung.percent_of_copy / 100) : "-",
                          rung.percent_of_peak ? format_percent(*rung.percent_of_peak / 100) : "-",
                          rung.step ? rung.step->words : "-",
                          rung.idea.empty() ? "-" : rung.idea});
  }
  return without_empty_columns(std::move(table));
}

std::string ladder_csv(std::span<const LadderRow> rows) {
  Table table;
  for (const char* name : {"rung", "yardstick", "attempt", "device_median_ns", "device_low_ns", "device_high_ns", "gain",
                           "gain_low", "gain_high", "gain_over_first", "percent_of_limit", "percent_of_copy", "idea"})
    table.columns.push_back({name});
  const auto raw = [](double value) { return value > 0 && std::isfinite(value) ? fmt::format("{}", value) : ""; };
  for (const auto& [record, rung] : rows) {
    const auto& device = record->measurements.front().device;
    const auto step = rung.step.value_or(LadderStep{.gain = 0});
    table.rows.push_back({std::to_string(rung.rung), rung.is_yardstick ? "1" : "0", rung.attempt, raw(device.median_ns),
                          raw(device.low_ns), raw(device.high_ns), raw(step.gain), raw(step.low), raw(step.high),
                          raw(rung.gain_over_first), raw(rung.percent_of_peak.value_or(0)),
                          raw(rung.percent_of_copy.value_or(0)), rung.idea});
  }
  return table_csv(table);
}

}  // namespace judge
