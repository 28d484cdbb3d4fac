#include "judge/cli/ladder.hpp"

#include <unistd.h>

#include "judge/cli/judged.hpp"
#include "judge/judging/copy_time.hpp"
#include "judge/judging/ladder_rungs.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/ladder_table.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"
#include "judge/render/sweep_table.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

// How many times as fast as another in the same blocks, and in words.
LadderRow::Step step_from(const std::vector<double>& before_ns, const std::vector<double>& now_ns,
                          const CompareOptions& options) {
  const auto gain = compare(before_ns, now_ns, options);
  return {gain.ratio, gain.low, gain.high, describe(compare(now_ns, before_ns, options))};
}

// The rungs that were timed, in their order. A yardstick stands beside the last rung, whatever came between.
std::vector<LadderRow> rows_of(const Judged& judged, const std::vector<Rung>& rungs, const std::optional<CopyTime>& copy) {
  const auto& times_ns = judged.ranked.block_times_ns;
  CompareOptions careful;
  if (times_ns.size() > 2)
    careful.claim_confidence = 1 - (1 - careful.claim_confidence) / static_cast<double>(times_ns.size() - 1);
  std::vector<LadderRow> rows;
  std::size_t before = 0;
  for (std::size_t i = 0; i < judged.ranked.contestants.size(); ++i) {
    const std::size_t index = judged.ranked.contestants[i];
    const auto& note = rungs[index].note;
    LadderRow row{.record = &judged.records[index],
                  .rung = note.rung,
                  .is_yardstick = note.is_yardstick,
                  .idea = note.idea,
                  .step = {},
                  .gain_over_first = 1,
                  .percent_of_peak = {},
                  .percent_of_copy = {}};
    if (i > 0) {
      row.step = step_from(times_ns[before], times_ns[i], careful);
      row.gain_over_first = compare(times_ns.front(), times_ns[i]).ratio;
    }
    if (judged.peaks) row.percent_of_peak = percent_of_peak(row.record->measurements.front(), *judged.peaks);
    if (copy) row.percent_of_copy = 100 * copy->median_ns / row.record->measurements.front().device.median_ns;
    if (!note.is_yardstick) before = i;
    rows.push_back(std::move(row));
  }
  return rows;
}

nlohmann::json json_of(const Judged& judged, const std::vector<LadderRow>& rows, const std::optional<CopyTime>& copy) {
  auto list = nlohmann::json::array();
  for (const auto& row : rows) {
    nlohmann::json rung{{"attempt", row.record->attempt.name},
                        {"rung", row.rung},
                        {"yardstick", row.is_yardstick},
                        {"idea", row.idea},
                        {"device_median_ns", row.record->measurements.front().device.median_ns},
                        {"gain_over_first", row.gain_over_first}};
    if (row.step) {
      rung["step"] = {
          {"gain", row.step->gain}, {"low", row.step->low}, {"high", encode(row.step->high)}, {"text", row.step->words}};
    }
    if (row.percent_of_peak) rung["percent_of_limit"] = *row.percent_of_peak;
    if (row.percent_of_copy) rung["percent_of_copy"] = *row.percent_of_copy;
    list.push_back(std::move(rung));
  }
  auto document = run_to_json(judged.records);
  document["schema"] = "judge.ladder/1";
  document["rungs"] = std::move(list);
  if (copy) document["copy"] = {{"bytes", copy->bytes}, {"device_median_ns", copy->median_ns}, {"by", copy->attempt}};
  return document;
}

// What the table stands under, a line each.
std::vector<std::string> footer(const Judged& judged, const std::optional<CopyTime>& copy) {
  std::vector<std::string> lines{fmt::format("device: {}", judged.setting().device.name)};
  if (!judged.ranked.contestants.empty()) {
    const auto& test = judged.setting().cases[judged.ranked.case_index];
    lines.push_back(fmt::format("timed: {}, {} blocks, each attempt called twice in each, in random order and back", test.name,
                                judged.ranked.block_times_ns.front().size()));
  }
  if (copy)
    lines.push_back(fmt::format("a copy that moves as many bytes ({}): {} by {}, {}", format_bytes(copy->bytes),
                                format_time_ns(copy->median_ns), copy->attempt,
                                format_bandwidth(copy->bytes, copy->median_ns)));
  for (const std::size_t index : judged.ranked.contestants) {
    const auto& record = judged.records[index];
    if (const auto& note = record.measurements.front().note; !note.empty())
      lines.push_back(fmt::format("{}: {}", record.attempt.name, note));
  }
  for (const auto& record : judged.records)
    if (record.verdict.kind != VerdictKind::accepted)
      lines.push_back(fmt::format("{}: {}", record.attempt.name, one_line_reason(record)));
  return lines;
}

Result<void> show_markdown(const Judged& judged, const Table& table, const std::optional<CopyTime>& copy) {
  std::string text = fmt::format("**{}**\n\n{}\n", judged.setting().problem.title, table_markdown(table));
  for (const auto& line : footer(judged, copy)) text += fmt::format("- {}\n", markdown_escaped(printable(line)));
  return print(text);
}

Result<void> show_text(const Judged& judged, const Table& table, const std::optional<CopyTime>& copy) {
  const auto style = style_for(STDOUT_FILENO);
  std::string text = table.rows.empty() ? "" : table_text(table, style) + "\n";
  for (const auto& line : footer(judged, copy)) text += toned(printable(line), Tone::faint, style) + "\n";
  return print(text);
}

}  // namespace

Result<int> ladder(const CommonOptions& common, const LadderOptions& options) {
  JudgingOptions judging = options.judging;
  judging.timing.pairs = TimingOptions::Pairs::neighbours;
  judging.extra = true;
  JUDGE_TRY(Named named, find_named(common, judging.problem, judging.attempts));
  JUDGE_TRY(const auto rungs, rungs_of(named, judging.attempts.empty() ? LadderOrder::by_rung : LadderOrder::as_named));
  named.submissions.clear();
  for (const auto& rung : rungs) named.submissions.push_back(rung.submission);
  JUDGE_TRY(const Judged judged, judge_with_progress(common, judging, std::move(named)));

  Progress progress({.mode = progress_mode_for(STDERR_FILENO)});
  const auto copied = copy_time(common, judging.timing, judged, progress);
  progress.finish();
  if (interrupted()) return fail("interrupted");
  if (!copied) say("the copy to compare with could not be timed: " + copied.error().message);
  const auto copy = copied.value_or(std::nullopt);
  const auto rows = rows_of(judged, rungs, copy);
  const Table table = ladder_table(rows);
  switch (options.format) {
    case Format::json: JUDGE_CHECK(print(json_text(json_of(judged, rows, copy), 2) + "\n")); break;
    case Format::csv: JUDGE_CHECK(print(ladder_csv(rows))); break;
    case Format::markdown: JUDGE_CHECK(show_markdown(judged, table, copy)); break;
    case Format::text: JUDGE_CHECK(show_text(judged, table, copy)); break;
  }
  return judged.status();
}

}  // namespace judge
