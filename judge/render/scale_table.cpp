#include "judge/render/scale_table.hpp"

#include <fmt/format.h>

#include "judge/util/units.hpp"

namespace judge {

Table scale_table(const std::string& parameter, std::span<const ScaleRow> rows) {
  Table table{.columns = {{parameter, Align::right},
                          {"attempt"},
                          {"device time", Align::right},
                          {"95% interval", Align::right, 3},
                          {"bandwidth", Align::right, 5},
                          {"arithmetic", Align::right, 4},
                          {"of peak", Align::right, 6}},
              .rows = {}};
  for (const auto& row : rows) {
    const Summary& time = row.timing->device;
    table.rows.push_back({format_count(row.size),
                          row.attempt,
                          {format_time_ns(time.median_ns), Tone::strong},
                          format_time_ns(time.low_ns) + " to " + format_time_ns(time.high_ns),
                          format_bandwidth(row.timing->work_bytes, time.median_ns),
                          format_flop_rate(row.timing->work_flops, time.median_ns),
                          row.percent_of_peak ? format_percent(*row.percent_of_peak / 100) : "-"});
  }
  return without_empty_columns(std::move(table));
}

std::string scale_csv(const std::string& parameter, std::span<const ScaleRow> rows) {
  Table table;
  for (const char* name : {parameter.c_str(), "attempt", "device_median_ns", "device_low_ns", "device_high_ns", "work_bytes",
                           "work_flops", "percent_of_limit"})
    table.columns.push_back({name});
  for (const auto& row : rows) {
    const Summary& time = row.timing->device;
    table.rows.push_back({fmt::to_string(row.size), row.attempt, fmt::to_string(time.median_ns), fmt::to_string(time.low_ns),
                          fmt::to_string(time.high_ns), fmt::to_string(row.timing->work_bytes),
                          fmt::to_string(row.timing->work_flops),
                          row.percent_of_peak ? fmt::to_string(*row.percent_of_peak) : ""});
  }
  return table_csv(table);
}

}  // namespace judge
