#include "judge/judging/ladder.hpp"

#include "judge/judging/ladder_rungs.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/model/record_json.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

/// How many times as fast as another in the same blocks, and in words.
LadderRow::Step step_from(const std::vector<double>& before_ns, const std::vector<double>& now_ns,
                          const CompareOptions& options) {
  const auto gain = compare(before_ns, now_ns, options);
  return {gain.ratio, gain.low, gain.high, describe(compare(now_ns, before_ns, options))};
}

/// The rungs that were timed, in their order. A yardstick stands beside the last rung, whatever came between.
std::vector<LadderRow> ladder_rows(const Judged& judged, const std::vector<Rung>& rungs, const std::optional<CopyTime>& copy) {
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

nlohmann::json ladder_json(const Judged& judged, const std::vector<LadderRow>& rows, const std::optional<CopyTime>& copy) {
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

}  // namespace

Result<Ladder> judge_ladder(const CommonOptions& common, JudgingOptions judging, Observer& observer) {
  judging.timing.pairs = TimingOptions::Pairs::neighbours;
  judging.extra = true;
  JUDGE_TRY(Named named, find_named(common, judging.problem, judging.attempts));
  JUDGE_TRY(const auto rungs, rungs_of(named, judging.attempts.empty() ? LadderOrder::by_rung : LadderOrder::as_named));
  named.submissions.clear();
  for (const auto& rung : rungs) named.submissions.push_back(rung.submission);

  Ladder ladder;
  JUDGE_TRY(ladder.judged, judge_submissions(common, judging, std::move(named), observer));
  auto copy = copy_time(common, judging.timing, ladder.judged, observer);
  if (interrupted()) return fail("interrupted");
  if (copy) ladder.copy = *copy;
  else ladder.copy_was_not_timed = copy.error();
  ladder.rows = ladder_rows(ladder.judged, rungs, ladder.copy);
  ladder.document = ladder_json(ladder.judged, ladder.rows, ladder.copy);
  return ladder;
}

}  // namespace judge
