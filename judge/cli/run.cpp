#include "judge/cli/run.hpp"

#include <unistd.h>

#include <algorithm>

#include "judge/cli/judged.hpp"
#include "judge/judging/board_rows.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/details.hpp"
#include "judge/render/operations_table.hpp"
#include "judge/render/output.hpp"
#include "judge/render/run_table.hpp"

namespace judge {

namespace {

// The rows of the table, fastest first; rejected attempts last, in the order they were named.
std::vector<RunRow> ranked_rows(const Judged& judged) {
  const auto& records = judged.records;
  std::vector<RunRow> rows;
  std::vector<bool> placed(records.size());
  const auto places = rank(judged.ranked.block_times_ns);
  for (const auto& place : places) {
    const std::size_t index = judged.ranked.contestants[place.contestant];
    const auto shares = [&](const Place& other) { return other.place == place.place && other.contestant != place.contestant; };
    rows.push_back({.record = &records[index],
                    .rank = place.place,
                    .tied = std::ranges::any_of(places, shares),
                    .percentile = percentile(records[index].measurements.front().device.median_ns, judged.medians_ns),
                    .percent_of_peak = peak_share_of(records[index], judged.peaks)});
    if (place.contestant != places.front().contestant) rows.back().versus_best = describe(place.to_first);
    placed[index] = true;
  }
  for (std::size_t i = 0; i < records.size(); ++i)
    if (!placed[i] && records[i].verdict.kind == VerdictKind::accepted) rows.push_back({.record = &records[i]});
  for (std::size_t i = 0; i < records.size(); ++i)
    if (records[i].verdict.kind != VerdictKind::accepted) rows.push_back({.record = &records[i]});
  return rows;
}

std::string output(const Judged& judged, const std::vector<RunRow>& rows, Format format) {
  std::string text;
  switch (format) {
    case Format::json: return json_text(run_to_json(judged.records), 2) + "\n";
    case Format::csv: return run_csv(rows);
    case Format::markdown:
      text = run_markdown(rows);
      for (const auto& row : rows) text += operations_markdown(*row.record);
      return text;
    case Format::text: break;
  }
  const auto style = style_for(STDOUT_FILENO);
  text = run_text(rows, style);
  for (const auto& row : rows) text += operations_text(*row.record, style);
  return text;
}

}  // namespace

Result<int> run(const CommonOptions& common, const RunOptions& options) {
  JUDGE_TRY(const Judged judged, judge_with_progress(common, options.judging));
  const auto rows = ranked_rows(judged);
  JUDGE_CHECK(show_rejected_and_warnings(judged, options.format));
  JUDGE_CHECK(
      print(output(judged, rows, options.format)));  // flushed: who reads a pipe need not wait until the device is given back
  if (judged.records.size() == 1) say(stages_text(judged.records.front()));
  return judged.status();
}

}  // namespace judge
