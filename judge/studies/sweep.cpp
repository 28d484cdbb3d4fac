#include "judge/studies/sweep.hpp"

#include "judge/measure/least_time.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/studies/study.hpp"
#include "judge/studies/sweep_grid.hpp"
#include "judge/verdict/one_line_reason.hpp"

namespace judge {

namespace {

/// `defines`: "NAME=VALUE", of its compiler.
SweepRow row_of(const Record& record, const std::vector<std::string>& defines, const std::optional<PeakRates>& peaks) {
  SweepRow row{.record = &record, .combination = {.attempt = record.attempt.shown(), .verdict = record.verdict.kind}};
  for (const auto& define : defines) {
    const auto sign = define.find('=');
    row.combination.parameters[define.substr(0, sign)] = define.substr(sign + 1);
  }
  if (record.verdict.kind != VerdictKind::accepted) row.combination.reason = one_line_reason(record);
  if (record.measurements.empty()) return row;
  row.combination.device_median_ns = record.measurements.front().device.median_ns;
  if (peaks) row.percent_of_peak = percent_of_peak(record.measurements.front(), *peaks);
  return row;
}

/// In the order of the combinations.
std::vector<SweepRow> sweep_rows(const Judged& judged) {
  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < judged.records.size(); ++i)
    rows.push_back(row_of(judged.records[i], judged.attempts[i].defines, judged.peaks));
  for (const auto& one : rank(judged.ranked.block_times_ns, judged.ranked.comparing)) {
    auto& row = rows[judged.ranked.contestants[one.contestant]];
    row.combination.rank = one.rank;
    if (one.rank > 1) row.versus_best = describe(one.to_first);
  }
  return rows;
}

// -D must be able to change the one attempt, before anything is built.
Result<void> check_attempt(const std::vector<Submission>& submissions, const std::vector<SweepParameter>& parameters) {
  if (submissions.size() != 1)
    return fail("sweep takes one attempt, {} were named; `judge run` compares several", submissions.size());
  return check_parameters_are_open(parameters, submissions.front().source, submissions.front().attempt.path.string());
}

}  // namespace

Result<Sweep> judge_combinations(const CommonOptions& common, const SweepWish& wish, Observer& observer) {
  JUDGE_TRY(const auto parameters, parse_sweep_parameters(wish.parameters));
  JUDGE_TRY(Named named, find_named(common, wish.judging.problem, wish.judging.attempts));
  JUDGE_CHECK(check_attempt(named.submissions, parameters));
  JUDGE_TRY(const auto combinations, sweep_combinations(parameters));
  named.submissions = with_variants(named.submissions, combinations);
  observer.message(fmt::format("{} combinations of {}", combinations.size(), wish.judging.attempts.front()));
  JudgingOptions judging = wish.judging;
  judging.keep = JudgingRules::Keep::nowhere;

  Sweep sweep;
  for (const auto& parameter : parameters) sweep.parameters.push_back(parameter.name);
  JUDGE_TRY(sweep.judged, judge_submissions(common, judging, std::move(named), observer));
  sweep.rows = sweep_rows(sweep.judged);
  if (const auto kept = keep_study(common, "sweep", sweep.judged.setting().problem, sweep.judged, encode(sweep_study(sweep)));
      !kept)
    sweep.not_kept = kept.error();
  return sweep;
}

SweepStudy sweep_study(const Sweep& sweep) {
  SweepStudy study{.parameters = sweep.parameters, .records = sweep.judged.records};
  for (const auto& row : sweep.rows) study.combinations.push_back(row.combination);
  return study;
}

}  // namespace judge
