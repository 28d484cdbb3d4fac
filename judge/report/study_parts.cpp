// The charts of studies. A study that this judge cannot read, or a part of it, leaves out that chart alone.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "judge/measure/least_time.hpp"
#include "judge/model/record_json.hpp"
#include "judge/report/json_numbers.hpp"
#include "judge/report/parts.hpp"

namespace judge::parts {

using nlohmann::json;

namespace {

json points_of(const json& study, const std::string& attempt) {
  auto points = json::array();
  for (const auto& point : study.at("points")) {
    if (point.at("attempt") != attempt) continue;
    const double median_ns = point.at("median_ns"), bytes = point.at("work_bytes"), flops = point.at("work_flops");
    points.push_back({{"size", point.at("size")},
                      {"median_ns", median_ns},
                      {"low_ns", point.at("low_ns")},
                      {"high_ns", point.at("high_ns")},
                      {"bytes_per_s", number_or_null(bytes / median_ns * 1e9)},
                      {"flops_per_s", number_or_null(flops / median_ns * 1e9)},
                      {"percent_of_limit", point.value("percent_of_limit", json())}});
  }
  return points;
}

// The device's limit at each size, in the chart's unit; none where the host's clock timed.
json limits_of(const json& study, const std::string& metric, const std::optional<PeakRates>& peaks) {
  auto limits = json::array();
  const auto record = record_from_json(study.at("records").at(0));
  if (!peaks || !record || record->measurements.empty() || record->measurements.front().bracket == Bracket::host_clock)
    return limits;
  std::map<std::int64_t, double> values;
  for (const auto& point : study.at("points")) {
    const Work work{.bytes = point.at("work_bytes"),
                    .flops = point.at("work_flops"),
                    .arithmetic = record->measurements.front().arithmetic};
    const double least_ns = least_time_ns(work, *peaks);
    if (least_ns <= 0) continue;
    values[point.at("size")] = metric == "time" ? least_ns : (metric == "bytes" ? work.bytes : work.flops) / least_ns * 1e9;
  }
  for (const auto& [size, value] : values) limits.push_back({{"size", size}, {"value", value}});
  return limits;
}

json scale_chart(const Study& kept, const json& study, const std::string& metric, const std::optional<PeakRates>& peaks) {
  auto series = json::array();
  for (const auto& record : study.at("records")) {
    const std::string name = record.at("attempt").at("name");
    if (auto points = points_of(study, name); !points.empty())
      series.push_back({{"name", name}, {"points", std::move(points)}});
  }
  const std::string parameter = study.at("parameter");
  const char* what = metric == "time" ? "Time" : metric == "bytes" ? "Bandwidth" : "Arithmetic rate";
  return {{"kind", "scale"},
          {"title", fmt::format("{} against {}", what, parameter)},
          {"metric", metric},
          {"parameter", parameter},
          {"time", kept.time},
          {"series", std::move(series)},
          {"limits", limits_of(study, metric, peaks)}};
}

bool has_text(const json& study, const char* name) {
  return study.is_object() && study.contains(name) && study.at(name).is_string();
}

// What the study's task is bound by: bytes, unless the arithmetic takes longer at the peak rates or only that is known.
std::string rate_metric(const json& study, const std::optional<PeakRates>& peaks) {
  double bytes = 0, flops = 0;
  for (const auto& point : study.at("points")) {
    bytes = std::max(bytes, point.at("work_bytes").get<double>());
    flops = std::max(flops, point.at("work_flops").get<double>());
  }
  if (bytes <= 0) return flops > 0 ? "flops" : "";
  const double ridge = peaks && peaks->bytes_per_s > 0 ? peaks->flops_of(Arithmetic::fp32) / peaks->bytes_per_s : 10;
  return flops / bytes > ridge && ridge > 0 ? "flops" : "bytes";
}

template <class Make>
void add_if_readable(json& list, Make make) {
  try {
    list.push_back(make());
  } catch (const json::exception&) {
  }
}

json sweep_chart(const Study& kept, const json& study) {
  auto cells = json::array();
  for (const auto& combination : study.at("combinations")) {
    auto values = json::array();
    for (const auto& parameter : study.at("parameters"))
      values.push_back(combination.at("parameters").at(parameter.get<std::string>()));
    cells.push_back({{"values", std::move(values)},
                     {"median_ns", combination.value("device_median_ns", json())},
                     {"verdict", combination.at("verdict")},
                     {"rank", combination.value("rank", json())}});
  }
  std::string name = study.at("combinations").at(0).at("attempt");
  name = name.substr(0, name.find(' '));
  return {{"kind", "sweep"},   {"title", "Sweep of " + name},          {"attempt", name},
          {"time", kept.time}, {"parameters", study.at("parameters")}, {"cells", std::move(cells)}};
}

}  // namespace

json scales(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  std::map<std::string, std::pair<const Study*, json>> last;
  for (const auto& kept : problem.studies)
    if (kept.kind == "scale")
      if (const auto study = parse_json(kept.document); study && has_text(*study, "parameter"))
        last.insert_or_assign(study->value("parameter", ""), std::pair(&kept, *study));
  auto charts = json::array();
  for (const auto& [parameter, found] : last) {
    const auto& [kept, study] = found;
    add_if_readable(charts, [&] { return scale_chart(*kept, study, "time", peaks); });
    add_if_readable(charts, [&] {
      const auto metric = rate_metric(study, peaks);
      return metric.empty() ? json() : scale_chart(*kept, study, metric, peaks);
    });
  }
  std::erase_if(charts.get_ref<json::array_t&>(), [](const json& chart) { return chart.is_null() || chart["series"].empty(); });
  return charts;
}

json sweeps(const ReportProblem& problem) {
  auto charts = json::array();
  for (const auto& kept : problem.studies)
    if (kept.kind == "sweep")
      if (const auto study = parse_json(kept.document)) {
        auto one = json::array();
        add_if_readable(one, [&] { return sweep_chart(kept, *study); });
        if (one.empty()) continue;
        const auto same = [&](const json& chart) {
          return chart["attempt"] == one[0]["attempt"] && chart["parameters"] == one[0]["parameters"];
        };
        std::erase_if(charts.get_ref<json::array_t&>(), same);
        charts.push_back(std::move(one[0]));
      }
  return charts;
}

}  // namespace judge::parts
