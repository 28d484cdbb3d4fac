#include "judge/cli/scale.hpp"

#include <unistd.h>

#include <algorithm>

#include "judge/catalog/catalog.hpp"
#include "judge/cli/judged.hpp"
#include "judge/judging/scaled_problem.hpp"
#include "judge/judging/size_grid.hpp"
#include "judge/judging/utc_now.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/output.hpp"
#include "judge/render/scale_table.hpp"

namespace judge {

namespace {

constexpr std::int64_t k_default_from = 1024;

// Eight times the ranked size on a GPU; on the emulated runtime, where the ranked case is small already, no more than that.
std::int64_t default_to(const ScaledCase& scaled, RuntimeKind runtime) {
  return power_of_two_below(runtime == RuntimeKind::emulated ? scaled.size : 8 * scaled.size);
}

Result<std::vector<std::int64_t>> wanted_sizes(const ScaleOptions& options, const ScaledCase& scaled, RuntimeKind runtime) {
  std::int64_t from = 0, to = default_to(scaled, runtime);
  if (!options.to.empty()) {
    JUDGE_TRY(to, parse_size(options.to));
  }
  from = std::min(k_default_from, std::max<std::int64_t>(1, to / 64));
  if (!options.from.empty()) {
    JUDGE_TRY(from, parse_size(options.from));
  }
  return size_grid(from, to, options.steps);
}

Result<FreeMemory> free_memory_on(const Target& target) {
  JUDGE_TRY(const auto runtime, load_runtime_from(target.kind, target.runtime_library));
  return free_memory(runtime);
}

/// All that was measured, by size; attempts in the order they were named.
std::vector<ScaleRow> scale_rows(const Judged& judged, const ScaledCase& scaled, const std::vector<std::int64_t>& sizes) {
  std::vector<ScaleRow> rows;
  for (const auto size : sizes)
    for (const auto& record : judged.records) {
      const auto timing = std::ranges::find(record.measurements, case_name_at(scaled, size), &Measurement::case_name);
      if (timing == record.measurements.end()) continue;
      rows.push_back({.size = size, .attempt = record.attempt.name, .timing = &*timing, .percent_of_peak = {}});
      if (judged.peaks) rows.back().percent_of_peak = percent_of_peak(*timing, *judged.peaks);
    }
  return rows;
}

// The names of points are the attempts'; the records say the rest.
nlohmann::json scale_json(const Judged& judged, const ScaledCase& scaled, const std::vector<ScaleRow>& rows,
                          const std::vector<std::string>& left_out) {
  auto points = nlohmann::json::array();
  for (const auto& row : rows)
    points.push_back({{"size", row.size},
                      {"attempt", row.attempt},
                      {"median_ns", row.timing->device.median_ns},
                      {"low_ns", row.timing->device.low_ns},
                      {"high_ns", row.timing->device.high_ns},
                      {"work_bytes", row.timing->work_bytes},
                      {"work_flops", row.timing->work_flops},
                      {"percent_of_limit", encode(row.percent_of_peak)}});
  auto document = run_to_json(judged.records);
  document["schema"] = "judge.scale/1";
  document["parameter"] = fmt::format("{}", fmt::join(scaled.parameters, "="));
  document["case"] = scaled.name;
  document["points"] = std::move(points);
  document["left_out"] = left_out;
  return document;
}

Result<void> keep_scale(const CommonOptions& common, const Judged& judged, const Problem& problem,
                        const nlohmann::json& document) {
  JUDGE_TRY(auto ledger, Ledger::open(common.ledger_path()));
  const auto put = ledger.put_study({.kind = "scale",
                                     .time = utc_now(),
                                     .problem = problem.name,
                                     .problem_hash = problem.content_hash,
                                     .device_id = judged.setting().device.id,
                                     .document = json_text(document)});
  return put ? Result<void>() : fail("the ledger did not take the result: {}", put.error().message);
}

Result<void> show_scale(const Judged& judged, const ScaleOptions& options, const nlohmann::json& document,
                        const std::vector<ScaleRow>& rows) {
  const std::string parameter = document["parameter"];
  if (options.format == Format::json) return print(json_text(document, 2) + "\n");
  if (options.format == Format::csv) return print(scale_csv(parameter, rows));
  std::string text = rows.empty() ? "" : table_as(options.format, scale_table(parameter, rows));
  const auto footer = fmt::format("device: {}\nkept as a study, on no board; `judge report {}` shows it\n",
                                  judged.setting().device.name, judged.setting().problem.name);
  if (options.format == Format::text) text += "\n" + footer;
  return print(text);
}

}  // namespace

Result<int> scale(const CommonOptions& common, const ScaleOptions& options) {
  JudgingOptions judging = options.judging;
  JUDGE_TRY(Named named, find_named(common, judging.problem, judging.attempts));
  const Problem problem = named.problem;
  JUDGE_TRY(const Target target, choose_target(common.runtime, named.installation));
  JUDGE_TRY(const auto scaled, scaled_case(problem, target.kind, options.parameter));
  JUDGE_TRY(const auto wanted, wanted_sizes(options, scaled, target.kind));
  JUDGE_TRY(const auto free, free_memory_on(target));
  JUDGE_TRY(const auto copy, scaled_problem(problem, scaled, target.kind, wanted, free));
  for (const auto& line : copy.left_out) say(line);
  say(fmt::format("{} sizes, {} to {}", copy.sizes.size(), size_text(scaled, copy.sizes.front()),
                  size_text(scaled, copy.sizes.back())));

  JUDGE_TRY(named.problem, load_problem(copy.folder));
  judging.keep = JudgingOptions::Keep::nowhere;
  judging.timed_case = "all";
  JUDGE_TRY(Judged judged, judge_with_progress(common, judging, std::move(named)));
  for (auto& record : judged.records) record.problem_hash = problem.content_hash;

  const auto rows = scale_rows(judged, scaled, copy.sizes);
  const auto document = scale_json(judged, scaled, rows, copy.left_out);
  JUDGE_CHECK(show_rejected_and_warnings(judged, options.format));
  JUDGE_CHECK(show_scale(judged, options, document, rows));
  if (!rows.empty()) JUDGE_CHECK(keep_scale(common, judged, problem, document));
  return judged.status();
}

}  // namespace judge
