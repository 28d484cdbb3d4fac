#include "judge/render/operations_table.hpp"

#include <fmt/format.h>

#include "judge/util/units.hpp"

namespace judge {

static std::string extent_text(const std::array<unsigned, 3>& extent) {
  if (extent[2] > 1) return fmt::format("{} x {} x {}", extent[0], extent[1], extent[2]);
  return extent[1] > 1 ? fmt::format("{} x {}", extent[0], extent[1]) : std::to_string(extent[0]);
}

static double sum_ns(const Measurement& measurement) {
  double sum = 0;
  for (const auto& operation : measurement.operations) sum += operation.duration_ns;
  return sum;
}

static int count_of(const Measurement& measurement) {
  int count = 0;
  for (const auto& operation : measurement.operations) count += operation.count;
  return count;
}

static Table table_of(const Measurement& measurement) {
  Table table{.columns = {{"#", Align::right},
                          {"kernel, copy or set"},
                          {"times", Align::right, 7},
                          {"grid", Align::right, 6},
                          {"block", Align::right, 7},
                          {"registers", Align::right, 5},
                          {"shared", Align::right, 4},
                          {"bytes", Align::right, 2},
                          {"stream", Align::right, 3},
                          {"gap before", Align::right, 8},
                          {"duration", Align::right},
                          {"of the sum", Align::right, 1}},
              .rows = {}};
  const double sum = sum_ns(measurement);
  bool one_stream = true;
  for (const auto& operation : measurement.operations) one_stream = one_stream && operation.stream == 0;
  for (const auto& operation : measurement.operations)
    table.rows.push_back({std::to_string(table.rows.size() + 1),
                          operation.what,
                          operation.count > 1 ? std::to_string(operation.count) : "-",
                          operation.is_kernel ? extent_text(operation.grid) : "-",
                          operation.is_kernel ? extent_text(operation.block) : "-",
                          operation.registers > 0 ? std::to_string(operation.registers) : "-",
                          operation.shared_bytes > 0 ? format_bytes(static_cast<double>(operation.shared_bytes)) : "-",
                          operation.bytes > 0 ? format_bytes(static_cast<double>(operation.bytes)) : "-",
                          one_stream ? "-" : std::to_string(operation.stream),
                          operation.gap_ns > 0 ? format_time_ns(operation.gap_ns) : "-",
                          {format_time_ns(operation.duration_ns), Tone::strong},
                          sum > 0 ? format_percent(operation.duration_ns / sum) : "-"});
  return without_empty_columns(std::move(table));
}

static std::string title_of(const Record& record, const Measurement& measurement) {
  return fmt::format("{}, {}: {} operation{}, {} together; the ranked time of the call is {}", record.attempt.shown(),
                     measurement.case_name, count_of(measurement), count_of(measurement) == 1 ? "" : "s",
                     format_time_ns(sum_ns(measurement)), format_time_ns(measurement.device.median_ns));
}

static constexpr const char* k_caution =
    "Each operation was timed by two events of its own, in separate calls. These times are not ranked.";

std::string operations_text(const Record& record, const TextStyle& style) {
  std::string text;
  for (const auto& measurement : record.measurements)
    if (!measurement.operations.empty())
      text += fmt::format("\n{}\n{}", printable(title_of(record, measurement)), table_text(table_of(measurement), style));
  return text.empty() ? text : text + toned(k_caution, Tone::faint, style) + '\n';
}

std::string operations_markdown(const Record& record) {
  std::string text;
  for (const auto& measurement : record.measurements)
    if (!measurement.operations.empty())
      text += fmt::format("\n{}\n\n{}", markdown_escaped(title_of(record, measurement)), table_markdown(table_of(measurement)));
  return text.empty() ? text : text + '\n' + k_caution + '\n';
}

}  // namespace judge
