#include "judge/studies/ladder.hpp"

#include "judge/measure/least_time.hpp"
#include "judge/measure/pairs.hpp"
#include "judge/studies/ladder_rungs.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

/// How many times as fast as another in the same blocks, and in words.
LadderStep step_from(const std::vector<double>& before_ns, const std::vector<double>& now_ns, const CompareOptions& options) {
  const auto gain = compare(before_ns, now_ns, options);
  return {gain.ratio, gain.low, gain.high, describe(compare(now_ns, before_ns, options))};
}

/// One that was timed, without its gains.
LadderRung rung_of(const Record& record, const RungNote& note, const std::optional<PeakRates>& peaks,
                   const std::optional<CopyTime>& copy) {
  const Measurement& timing = record.measurements.front();
  LadderRung rung{.attempt = record.attempt.shown(),
                  .rung = note.rung,
                  .is_yardstick = note.is_yardstick,
                  .idea = note.idea,
                  .device_median_ns = timing.device.median_ns};
  if (peaks) rung.percent_of_peak = percent_of_peak(timing, *peaks);
  if (copy) rung.percent_of_copy = 100 * copy->median_ns / timing.device.median_ns;
  return rung;
}

/// The rungs that were timed, in their order. A yardstick stands beside the last rung, whatever came between.
std::vector<LadderRow> ladder_rows(const Judged& judged, const std::vector<Rung>& rungs, const std::optional<CopyTime>& copy) {
  const auto& times_ns = judged.ranked.block_times_ns;
  const auto careful = judged.ranked.comparing.shared_among(neighbours_among(times_ns.size()));
  std::vector<LadderRow> rows;
  std::size_t before = 0;
  for (std::size_t i = 0; i < judged.ranked.contestants.size(); ++i) {
    const std::size_t index = judged.ranked.contestants[i];
    const Record& record = judged.records[index];
    LadderRung rung = rung_of(record, rungs[index].note, judged.peaks, copy);
    if (i > 0) {
      rung.step = step_from(times_ns[before], times_ns[i], careful.between(before, i));
      rung.gain_over_first = compare(times_ns.front(), times_ns[i]).ratio;
    }
    if (!rung.is_yardstick) before = i;
    rows.push_back({&record, std::move(rung)});
  }
  return rows;
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
  return ladder;
}

LadderDocument ladder_document(const Ladder& ladder) {
  LadderDocument document{.records = ladder.judged.records, .copy = ladder.copy};
  for (const auto& row : ladder.rows) document.rungs.push_back(row.rung);
  return document;
}

}  // namespace judge
