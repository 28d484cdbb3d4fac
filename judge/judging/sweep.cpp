#include "judge/judging/sweep.hpp"

#include "judge/judging/study.hpp"
#include "judge/judging/sweep_grid.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/model/record_json.hpp"

namespace judge {

namespace {

std::string value_of(const std::string& define) { return define.substr(define.find('=') + 1); }

/// In the order of the combinations.
std::vector<SweepRow> sweep_rows(const Judged& judged) {
  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < judged.records.size(); ++i) {
    SweepRow row{.record = &judged.records[i], .values = {}, .rank = {}, .versus_best = {}, .percent_of_peak = {}};
    for (const auto& define : judged.attempts[i].defines) row.values.push_back(value_of(define));
    if (const auto& measurements = row.record->measurements; judged.peaks && !measurements.empty())
      row.percent_of_peak = percent_of_peak(measurements.front(), *judged.peaks);
    rows.push_back(std::move(row));
  }
  for (const auto& one : rank(judged.ranked.block_times_ns)) {
    auto& row = rows[judged.ranked.contestants[one.contestant]];
    row.rank = one.rank;
    if (one.rank > 1) row.versus_best = describe(one.to_first);
  }
  return rows;
}

nlohmann::json sweep_json(const Judged& judged, const std::vector<SweepRow>& rows, const std::vector<std::string>& parameters) {
  auto combinations = nlohmann::json::array();
  for (const auto& row : rows) {
    auto values = nlohmann::json::object();
    for (std::size_t i = 0; i < parameters.size(); ++i) values[parameters[i]] = row.values[i];
    nlohmann::json combination{{"parameters", std::move(values)},
                               {"attempt", row.record->attempt.name},
                               {"verdict", name_of(row.record->verdict.kind)},
                               {"rank", encode(row.rank)}};
    const bool is_accepted = row.record->verdict.kind == VerdictKind::accepted;
    combination["reason"] = is_accepted ? "" : one_line_reason(*row.record);
    if (!row.record->measurements.empty()) combination["device_median_ns"] = row.record->measurements.front().device.median_ns;
    combinations.push_back(std::move(combination));
  }
  auto document = run_to_json(judged.records);
  document["schema"] = "judge.sweep/1";
  document["parameters"] = parameters;
  document["combinations"] = std::move(combinations);
  return document;
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
  sweep.document = sweep_json(sweep.judged, sweep.rows, sweep.parameters);
  if (const auto kept = keep_study(common, "sweep", sweep.judged.setting().problem, sweep.judged, sweep.document); !kept)
    sweep.not_kept = kept.error();
  return sweep;
}

}  // namespace judge
