#include "judge/render/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "judge/render/rate_text.hpp"
#include "judge/render/time_title.hpp"
#include "judge/util/units.hpp"

namespace judge {

static const Measurement* timing_of(const Record& record) {
  const bool accepted = record.verdict.kind == VerdictKind::accepted;
  if (!accepted || record.measurements.empty() || record.measurements.front().device.median_ns <= 0) return nullptr;
  return &record.measurements.front();
}

static const Measurement* timing_before(std::span<const Record> records, std::size_t at) {
  const auto& record = records[at];
  for (std::size_t i = at; i-- > 0;) {
    const auto* timing = timing_of(records[i]);
    if (timing == nullptr || records[i].device.id != record.device.id) continue;
    if (records[i].attempt.shown() == record.attempt.shown() && timing->case_name == record.measurements.front().case_name)
      return timing;
  }
  return nullptr;
}

static std::string change_text(const Measurement& now, const Measurement* before) {
  if (before == nullptr) return "-";
  const double change = now.device.median_ns / before->device.median_ns - 1;
  const double uncertain = std::max(uncertain_share(now.device), uncertain_share(before->device));
  return fmt::format("{:+.{}f}%", change * 100, uncertain >= 0.01 ? 0 : 1);
}

static Table history_table(std::span<const Record> records) {
  Table table{.columns = {{"judged (UTC)"},
                          {"attempt"},
                          {"content", Align::left, 1},
                          {"verdict"},
                          {time_title(records, std::identity()), Align::right},
                          {"spread", Align::right, 3},
                          {"change", Align::right, 5},
                          {"device", Align::left, 4},
                          {"toolchain", Align::left, 2}},
              .rows = {}};
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto& record = records[i];
    const bool accepted = record.verdict.kind == VerdictKind::accepted;
    const auto* timing = timing_of(record);
    table.rows.push_back({record.time,
                          record.attempt.shown(),
                          record.attempt.content_hash.substr(0, 8),
                          {std::string(name_of(record.verdict.kind)), accepted ? Tone::good : Tone::bad},
                          timing != nullptr ? time_text(timing->device) : "-",
                          timing != nullptr ? spread_text(timing->device) : "-",
                          timing != nullptr ? change_text(*timing, timing_before(records, i)) : "-",
                          record.device.name,
                          record.toolchain});
  }
  return without_empty_columns(std::move(table));
}

std::string history_text(std::span<const Record> records, const TextStyle& style) {
  return records.empty() ? "" : table_text(history_table(records), style);
}

std::string history_markdown(std::span<const Record> records) {
  return records.empty() ? "" : table_markdown(history_table(records));
}

}  // namespace judge
