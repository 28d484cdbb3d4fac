#include "judge/render/pieces_table.hpp"

#include <fmt/format.h>

#include "judge/util/units.hpp"

namespace judge {

static std::string extent_text(const std::array<unsigned, 3>& extent) {
  if (extent[2] > 1) return fmt::format("{} x {} x {}", extent[0], extent[1], extent[2]);
  return extent[1] > 1 ? fmt::format("{} x {}", extent[0], extent[1]) : std::to_string(extent[0]);
}

static double sum_ns(const Measurement& measurement) {
  double sum = 0;
  for (const auto& piece : measurement.pieces) sum += piece.duration_ns;
  return sum;
}

static int count_of(const Measurement& measurement) {
  int count = 0;
  for (const auto& piece : measurement.pieces) count += piece.count;
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
  for (const auto& piece : measurement.pieces) one_stream = one_stream && piece.stream == 0;
  for (const auto& piece : measurement.pieces)
    table.rows.push_back({std::to_string(table.rows.size() + 1),
                          piece.what,
                          piece.count > 1 ? std::to_string(piece.count) : "-",
                          piece.is_kernel ? extent_text(piece.grid) : "-",
                          piece.is_kernel ? extent_text(piece.block) : "-",
                          piece.registers > 0 ? std::to_string(piece.registers) : "-",
                          piece.shared_bytes > 0 ? format_bytes(static_cast<double>(piece.shared_bytes)) : "-",
                          piece.bytes > 0 ? format_bytes(static_cast<double>(piece.bytes)) : "-",
                          one_stream ? "-" : std::to_string(piece.stream),
                          piece.gap_ns > 0 ? format_time_ns(piece.gap_ns) : "-",
                          {format_time_ns(piece.duration_ns), Tone::strong},
                          sum > 0 ? format_percent(piece.duration_ns / sum) : "-"});
  return without_empty_columns(std::move(table));
}

static std::string title_of(const Record& record, const Measurement& measurement) {
  return fmt::format("{}, {}: {} piece{} of work, {} together; the ranked time of the whole is {}", record.attempt.name,
                     measurement.case_name, count_of(measurement), count_of(measurement) == 1 ? "" : "s",
                     format_time_ns(sum_ns(measurement)), format_time_ns(measurement.device.median_ns));
}

static constexpr const char* k_caution =
    "Each piece was timed between events of its own, in calls apart: they say where the time goes, and rank nothing.";

std::string pieces_text(const Record& record, const TextStyle& style) {
  std::string text;
  for (const auto& measurement : record.measurements)
    if (!measurement.pieces.empty())
      text += fmt::format("\n{}\n{}", printable(title_of(record, measurement)), table_text(table_of(measurement), style));
  return text.empty() ? text : text + toned(k_caution, Tone::faint, style) + '\n';
}

std::string pieces_markdown(const Record& record) {
  std::string text;
  for (const auto& measurement : record.measurements)
    if (!measurement.pieces.empty())
      text += fmt::format("\n{}\n\n{}", markdown_escaped(title_of(record, measurement)), table_markdown(table_of(measurement)));
  return text.empty() ? text : text + '\n' + k_caution + '\n';
}

}  // namespace judge
