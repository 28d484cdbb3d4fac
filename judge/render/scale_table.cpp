#include "judge/render/scale_table.hpp"

#include <fmt/format.h>

#include <functional>

#include "judge/render/time_title.hpp"
#include "judge/util/units.hpp"

namespace judge {

Table scale_table(const ScaleStudy& study) {
  Table table{.columns = {{study.parameter, Align::right},
                          {"attempt"},
                          {time_title(study.records, std::identity()), Align::right},
                          {"95% interval", Align::right, 3},
                          {"bandwidth", Align::right, 5},
                          {"arithmetic", Align::right, 4},
                          {"of peak", Align::right, 6}},
              .rows = {}};
  for (const auto& point : study.points) {
    table.rows.push_back({format_count(point.size),
                          point.attempt,
                          {format_time_ns(point.median_ns), Tone::strong},
                          format_time_ns(point.low_ns) + " to " + format_time_ns(point.high_ns),
                          format_bandwidth(point.work_bytes, point.median_ns),
                          format_flop_rate(point.work_flops, point.median_ns),
                          point.percent_of_peak ? format_percent(*point.percent_of_peak / 100) : "-"});
  }
  return without_empty_columns(std::move(table));
}

std::string scale_csv(const ScaleStudy& study) {
  Table table;
  for (const char* name : {study.parameter.c_str(), "attempt", "device_median_ns", "device_low_ns", "device_high_ns",
                           "work_bytes", "work_flops", "percent_of_limit"})
    table.columns.push_back({name});
  for (const auto& point : study.points) {
    table.rows.push_back({fmt::to_string(point.size), point.attempt, fmt::to_string(point.median_ns),
                          fmt::to_string(point.low_ns), fmt::to_string(point.high_ns), fmt::to_string(point.work_bytes),
                          fmt::to_string(point.work_flops),
                          point.percent_of_peak ? fmt::to_string(*point.percent_of_peak) : ""});
  }
  return table_csv(table);
}

}  // namespace judge
