#include "judge/report/report_json.hpp"

#include <algorithm>

#include "judge/model/record_json.hpp"
#include "judge/report/parts.hpp"

namespace judge {

using Json = nlohmann::json;

namespace {

Json peaks_json(const std::optional<PeakRates>& peaks) {
  if (!peaks) return nullptr;
  Json flops = Json::object();
  for (const auto arithmetic : {Arithmetic::fp32, Arithmetic::fp16, Arithmetic::int8})
    flops[std::string(name_of(arithmetic))] = peaks->flops_of(arithmetic);
  return {{"bytes_per_s", peaks->bytes_per_s}, {"flops_per_s", std::move(flops)}, {"time", peaks->time}};
}

// How the fastest attempt was timed stands for how all were.
Json timing_json(const ReportProblem& problem) {
  if (problem.board.empty() || problem.board.front().measurements.empty()) return nullptr;
  const Record& record = problem.board.front();
  const Measurement& timing = record.measurements.front();
  const auto sizes = std::ranges::find(record.cases, timing.case_name, &CaseResult::name);
  return {{"case", timing.case_name},
          {"sizes", sizes == record.cases.end() ? "" : sizes->sizes},
          {"bracket", name_of(timing.bracket)},
          {"samples", timing.device.count},
          {"processes", timing.processes},
          {"work_bytes", timing.work_bytes},
          {"work_flops", timing.work_flops},
          {"arithmetic", name_of(timing.arithmetic)},
          {"device_state", encode(timing.device_state)},
          {"toolchain", record.toolchain},
          {"judge_version", record.judge_version},
          {"time", record.time}};
}

Json problem_json(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  return {{"name", problem.name},
          {"title", problem.title},
          {"problem_hash", problem.hash},
          {"of_old_files", problem.is_of_old_files},
          {"timing", timing_json(problem)},
          {"board", parts::board(problem, peaks)},
          {"ladder", parts::ladder(problem, peaks)},
          {"scales", parts::scales(problem, peaks)},
          {"sweeps", parts::sweeps(problem)},
          {"roofline", parts::roofline(problem, peaks)},
          {"histories", parts::histories(problem)},
          {"timelines", parts::timelines(problem)},
          {"samples", parts::samples(problem)},
          {"attempts", parts::attempts(problem)}};
}

// The fastest attempt at each problem below one roof; problems whose operations other units do are not on it.
Json best_of_each(const Json& problems) {
  Json chart;
  for (const auto& problem : problems) {
    const Json& one = problem["roofline"];
    if (one.is_null() || one["arithmetic"] != "fp32") continue;
    if (chart.is_null()) {
      chart = one;
      chart["title"] = "The fastest attempt at each problem";
      chart["points"] = Json::array();
    }
    Json point = one["points"][0];
    point["name"] = problem["name"];
    chart["points"].push_back(std::move(point));
  }
  return chart.is_null() || chart["points"].size() < 2 ? Json() : chart;
}

}  // namespace

Json report_json(const ReportData& data) {
  auto problems = Json::array();
  for (const auto& problem : data.problems) problems.push_back(problem_json(problem, data.peaks));
  Json document{{"schema", "judge.report/1"},          {"time", data.time},
                {"judge_version", data.judge_version}, {"device", encode(data.device)},
                {"peaks", peaks_json(data.peaks)},     {"notes", data.notes}};
  document["roofline"] = best_of_each(problems);
  document["problems"] = std::move(problems);
  return document;
}

}  // namespace judge
