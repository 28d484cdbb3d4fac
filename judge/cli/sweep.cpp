#include "judge/cli/sweep.hpp"

#include <algorithm>

#include "judge/cli/judged.hpp"
#include "judge/judging/sweep_grid.hpp"
#include "judge/judging/utc_now.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/measure/ranking.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/output.hpp"
#include "judge/render/sweep_table.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

std::string value_of(const std::string& define) { return define.substr(define.find('=') + 1); }

// In the order of the combinations.
std::vector<SweepRow> rows_of(const Judged& judged) {
  std::vector<SweepRow> rows;
  for (std::size_t i = 0; i < judged.records.size(); ++i) {
    SweepRow row{.record = &judged.records[i], .values = {}, .rank = {}, .versus_best = {}, .percent_of_peak = {}};
    for (const auto& define : judged.attempts[i].defines) row.values.push_back(value_of(define));
    if (const auto& measurements = row.record->measurements; judged.peaks && !measurements.empty())
      row.percent_of_peak = percent_of_peak(measurements.front(), *judged.peaks);
    rows.push_back(std::move(row));
  }
  for (const auto& place : rank(judged.ranked.block_times_ns)) {
    auto& row = rows[judged.ranked.contestants[place.contestant]];
    row.rank = place.place;
    if (place.place > 1) row.versus_best = describe(place.to_first);
  }
  return rows;
}

nlohmann::json json_of(const Judged& judged, const std::vector<SweepRow>& rows, const std::vector<std::string>& parameters) {
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

Result<void> keep_sweep(const CommonOptions& common, const Judged& judged, const nlohmann::json& document) {
  JUDGE_TRY(auto ledger, Ledger::open(common.ledger_path()));
  const auto put = ledger.put_study({.kind = "sweep",
                                     .time = utc_now(),
                                     .problem = judged.setting().problem.name,
                                     .problem_hash = judged.setting().problem.content_hash,
                                     .device_id = judged.setting().device.id,
                                     .document = json_text(document)});
  return put ? Result<void>() : fail("the ledger did not take the result: {}", put.error().message);
}

// What was found, in a line or two.
std::string summary_of(const Judged& judged, const std::vector<SweepRow>& rows) {
  std::string best;
  int tied = 0;
  for (const auto& place : rank(judged.ranked.block_times_ns)) {
    if (place.place != 1) break;
    const auto& record = judged.records[judged.ranked.contestants[place.contestant]];
    if (tied++ == 0)
      best = fmt::format("{}, {}", record.attempt.name, format_time_ns(record.measurements.front().device.median_ns));
  }
  std::string text;
  if (tied > 0) text += fmt::format("best: {}\n", best);
  if (tied > 1) text += fmt::format("{} combinations are as fast: no difference could be measured\n", tied);
  const auto refused =
      std::ranges::count_if(rows, [](const SweepRow& row) { return row.record->verdict.kind != VerdictKind::accepted; });
  if (refused > 0) text += fmt::format("{} of {} combinations were not accepted\n", refused, rows.size());
  text += fmt::format("device: {}\n", judged.setting().device.name);
  if (tied > 0) text += fmt::format("timed: {}\n", judged.setting().cases[judged.ranked.case_index].name);
  return text;
}

// -D must be able to change the one attempt, before anything is built.
Result<void> check_attempt(const std::vector<Submission>& submissions, const std::vector<SweepParameter>& parameters) {
  if (submissions.size() != 1)
    return fail("sweep takes one attempt, {} were named; `judge run` compares several", submissions.size());
  return check_parameters_are_open(parameters, submissions.front().source, submissions.front().attempt.path.string());
}

}  // namespace

Result<int> sweep(const CommonOptions& common, const SweepOptions& options) {
  JUDGE_TRY(const auto parameters, parse_sweep_parameters(options.parameters));
  JUDGE_TRY(Named named, find_named(common, options.judging.problem, options.judging.attempts));
  JUDGE_CHECK(check_attempt(named.submissions, parameters));
  JudgingOptions judging = options.judging;
  judging.keep = JudgingRules::Keep::nowhere;
  JUDGE_TRY(const auto combinations, sweep_combinations(parameters));
  named.submissions = with_variants(named.submissions, combinations);
  say(fmt::format("{} combinations of {}", combinations.size(), judging.attempts.front()));
  JUDGE_TRY(const Judged judged, judge_with_progress(common, judging, std::move(named)));

  const auto rows = rows_of(judged);
  std::vector<std::string> names;
  for (const auto& parameter : parameters) names.push_back(parameter.name);
  const Table table = sweep_table(names, rows);
  const auto document = json_of(judged, rows, names);
  if (options.format == Format::json) JUDGE_CHECK(print(json_text(document, 2) + "\n"));
  else if (options.format == Format::csv) JUDGE_CHECK(print(sweep_csv(names, rows)));
  else JUDGE_CHECK(print(table_as(options.format, table)));
  const auto summary = summary_of(judged, rows);
  if (options.format == Format::text) JUDGE_CHECK(print("\n" + summary));
  else say(summary);
  JUDGE_CHECK(keep_sweep(common, judged, document));
  const auto accepted = [](const Record& record) { return record.verdict.kind == VerdictKind::accepted; };
  return std::ranges::any_of(judged.records, accepted) ? 0 : 1;
}

}  // namespace judge
