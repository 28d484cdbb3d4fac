// The charts of studies. A study that this judge cannot read leaves out its charts alone.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "judge/measure/least_time.hpp"
#include "judge/model/attempt_labels.hpp"
#include "judge/model/documents.hpp"
#include "judge/report/json_numbers.hpp"
#include "judge/report/parts.hpp"

namespace judge::parts {

using nlohmann::json;

namespace {

template <class T>
Result<T> read_study(const Study& kept) {
  JUDGE_TRY(const auto document, parse_json(kept.document));
  JUDGE_TRY(T study, decode<T>(document, "the study"));
  tell_apart(study.records);  // as when it was made
  return study;
}

json points_of(const ScaleStudy& study, const std::string& attempt) {
  auto points = json::array();
  for (const auto& point : study.points)
    if (point.attempt == attempt)
      points.push_back({{"size", point.size},
                        {"median_ns", point.median_ns},
                        {"low_ns", point.low_ns},
                        {"high_ns", point.high_ns},
                        {"bytes_per_s", number_or_null(point.work_bytes / point.median_ns * 1e9)},
                        {"flops_per_s", number_or_null(point.work_flops / point.median_ns * 1e9)},
                        {"percent_of_limit", encode(point.percent_of_peak)}});
  return points;
}

// The device's limit at each size, in the chart's unit; none where the host's clock timed.
json limits_of(const ScaleStudy& study, const std::string& metric, const std::optional<PeakRates>& peaks) {
  auto limits = json::array();
  if (!peaks || study.records.empty() || study.records.front().measurements.empty()) return limits;
  const Measurement& timing = study.records.front().measurements.front();
  if (timing.bracket == Bracket::host_clock) return limits;
  std::map<std::int64_t, double> values;
  for (const auto& point : study.points) {
    const Work work{.bytes = point.work_bytes, .flops = point.work_flops, .arithmetic = timing.arithmetic};
    const double least_ns = least_time_ns(work, *peaks);
    if (least_ns <= 0) continue;
    values[point.size] = metric == "time" ? least_ns : (metric == "bytes" ? work.bytes : work.flops) / least_ns * 1e9;
  }
  for (const auto& [size, value] : values) limits.push_back({{"size", size}, {"value", value}});
  return limits;
}

json scale_chart(const std::string& time, const ScaleStudy& study, const std::string& metric,
                 const std::optional<PeakRates>& peaks) {
  auto series = json::array();
  for (const auto& record : study.records)
    if (auto points = points_of(study, record.attempt.shown()); !points.empty())
      series.push_back({{"name", record.attempt.shown()}, {"points", std::move(points)}});
  const char* what = metric == "time" ? "Time" : metric == "bytes" ? "Bandwidth" : "Arithmetic rate";
  return {{"kind", "scale"},
          {"title", fmt::format("{} against {}", what, study.parameter)},
          {"metric", metric},
          {"parameter", study.parameter},
          {"time", time},
          {"series", std::move(series)},
          {"limits", limits_of(study, metric, peaks)}};
}

// What the study's task is bound by: bytes, unless the arithmetic takes longer at the peak rates or only that is known.
std::string rate_metric(const ScaleStudy& study, const std::optional<PeakRates>& peaks) {
  double bytes = 0, flops = 0;
  for (const auto& point : study.points) {
    bytes = std::max(bytes, point.work_bytes);
    flops = std::max(flops, point.work_flops);
  }
  if (bytes <= 0) return flops > 0 ? "flops" : "";
  const double ridge = peaks && peaks->bytes_per_s > 0 ? peaks->flops_of(Arithmetic::fp32) / peaks->bytes_per_s : 10;
  return flops / bytes > ridge && ridge > 0 ? "flops" : "bytes";
}

json sweep_chart(const std::string& time, const SweepStudy& study) {
  auto cells = json::array();
  for (const auto& combination : study.combinations) {
    auto values = json::array();
    for (const auto& parameter : study.parameters) {
      const auto value = combination.parameters.find(parameter);
      values.push_back(value == combination.parameters.end() ? "" : value->second);
    }
    cells.push_back({{"values", std::move(values)},
                     {"median_ns", encode(combination.device_median_ns)},
                     {"verdict", name_of(combination.verdict)},
                     {"rank", encode(combination.rank)}});
  }
  const std::string& first = study.combinations.front().attempt;
  const std::string name = first.substr(0, first.find(' '));
  return {{"kind", "sweep"}, {"title", "Sweep of " + name},    {"attempt", name},
          {"time", time},    {"parameters", study.parameters}, {"cells", std::move(cells)}};
}

}  // namespace

json scales(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  std::map<std::string, std::pair<std::string, ScaleStudy>> last;  // with its time
  for (const auto& kept : problem.studies)
    if (kept.kind == "scale")
      if (auto study = read_study<ScaleStudy>(kept)) last[study->parameter] = {kept.time, *study};
  auto charts = json::array();
  for (const auto& [parameter, found] : last)
    for (const std::string& metric : {std::string("time"), rate_metric(found.second, peaks)}) {
      auto chart = scale_chart(found.first, found.second, metric, peaks);
      if (!metric.empty() && !chart["series"].empty()) charts.push_back(std::move(chart));
    }
  return charts;
}

json sweeps(const ReportProblem& problem) {
  auto charts = json::array();
  for (const auto& kept : problem.studies) {
    const auto study = kept.kind == "sweep" ? read_study<SweepStudy>(kept) : fail("is another");
    if (!study || study->combinations.empty()) continue;
    auto chart = sweep_chart(kept.time, *study);
    std::erase_if(charts.get_ref<json::array_t&>(), [&](const json& other) {
      return other["attempt"] == chart["attempt"] && other["parameters"] == chart["parameters"];
    });
    charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace judge::parts
