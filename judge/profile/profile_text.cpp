#include "judge/profile/profile_text.hpp"

#include <algorithm>

#include "judge/model/kernel_profile.hpp"
#include "judge/profile/roofline_chart.hpp"
#include "judge/render/operations_table.hpp"
#include "judge/render/profile_table.hpp"
#include "judge/render/shown.hpp"
#include "judge/render/table.hpp"
#include "judge/report/report_page.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

// Did ncu count anything? Else the judge's own times of each kernel stand in.
bool is_counted(const Profile& profile) {
  return std::ranges::any_of(profile.kernels,
                             [](const auto& kernel) { return kernel.get("gpu__time_duration.sum").has_value(); });
}

std::vector<std::string> notes_of(const Judged& judged, const Profile& profile) {
  std::vector<std::string> notes;
  for (const auto& record : judged.records)
    if (!record.measurements.empty())
      notes.push_back(fmt::format("{}: {} by the judge on {}", record.attempt.shown(),
                                  format_time_ns(record.measurements.front().device.median_ns),
                                  record.measurements.front().case_name));
  if (judged.peaks)
    for (const auto& kernel : profile.kernels)
      if (kernel.get("gpu__time_duration.sum")) notes.push_back(roofline_text(kernel, *judged.peaks));
  notes.insert(notes.end(), profile.notes.begin(), profile.notes.end());
  if (is_counted(profile))
    notes.emplace_back("ncu begins each kernel with cold caches; shares are of what each unit can do at most");
  notes.push_back("device: " + judged.setting().device.name);
  return notes;
}

ProfileDocument profile_document(const Judged& judged, const Profile& profile) {
  ProfileDocument document{.records = judged.records, .notes = profile.notes};
  for (const auto& kernel : profile.kernels) {
    auto& entry = document.kernels.emplace_back(kernel, occupancy_limiter(kernel));
    if (const auto point = roofline_point(kernel))
      entry.roofline = {point->flops, point->dram_bytes, point->intensity(), point->flops_per_s()};
  }
  return document;
}

std::string markdown_of(const Judged& judged, const Profile& profile, const Table& table) {
  std::string text = table.rows.empty() ? "" : table_markdown(table) + "\n";
  if (!is_counted(profile))
    for (const auto& record : judged.records) text += operations_markdown(record);
  for (const auto& note : notes_of(judged, profile)) text += fmt::format("- {}\n", markdown_escaped(printable(note)));
  return text;
}

std::string text_of(const Judged& judged, const Profile& profile, const Table& table, const TextStyle& style) {
  std::string text = table.rows.empty() ? "" : table_text(table, style) + "\n";
  if (!is_counted(profile))
    for (const auto& record : judged.records) text += operations_text(record, style);
  for (const auto& note : notes_of(judged, profile)) text += printable(note) + "\n";
  return text;
}

}  // namespace

std::string profile_text(const Judged& judged, const Profile& profile, Format format, const TextStyle& style) {
  const Table table = profile_table(profile.kernels);
  return in_format(format, {.document = [&] { return encode(profile_document(judged, profile)); },
                            .csv = [&] { return table_csv(table); },
                            .markdown = [&] { return markdown_of(judged, profile, table); },
                            .text = [&] { return text_of(judged, profile, table, style); }});
}

Result<std::string> roofline_page(const Judged& judged, const Profile& profile) {
  if (!judged.peaks) return fail("the device's peak rates are not known, so there is no roofline");
  const auto title = fmt::format("{} on {}", judged.setting().problem.title, judged.setting().device.name);
  return chart_page(title, roofline_chart(profile.kernels, *judged.peaks, title));
}

}  // namespace judge
