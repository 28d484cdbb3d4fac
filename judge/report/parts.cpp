#include "judge/report/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/judging/board_rows.hpp"
#include "judge/judging/ladder_rungs.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/model/record_json.hpp"
#include "judge/verdict/faults.hpp"

namespace judge::parts {

using nlohmann::json;

namespace {

constexpr std::size_t k_most_alike = 4;  ///< charts of one kind for one problem
constexpr int k_bins = 24;

bool is_timed(const Record& record) {
  return record.verdict.kind == VerdictKind::accepted && !record.measurements.empty() &&
         record.measurements.front().device.median_ns > 0;
}

json numbers(const Summary& time) {
  return {{"median_ns", time.median_ns}, {"low_ns", time.low_ns}, {"high_ns", time.high_ns},
          {"p10_ns", time.p10_ns},       {"p90_ns", time.p90_ns}, {"count", time.count}};
}

json number_or_null(double value) { return value > 0 && std::isfinite(value) ? json(value) : json(); }

// Of a measurement on the device; what the host's clock timed is not compared with the device's limits.
double limit_ns(const Measurement& timing, const std::optional<PeakRates>& peaks) {
  return peaks && timing.bracket != Bracket::host_clock ? least_time_ns(work_of(timing), *peaks) : 0;
}

std::string extent_text(const std::array<unsigned, 3>& extent) {
  return fmt::format("({}, {}, {})", extent[0], extent[1], extent[2]);
}

/// One attempt on the ladder, with the record that stands for it.
struct Step {
  const Record* record = nullptr;
  RungNote note;
};

std::vector<Step> steps_among(const ReportProblem& problem) {
  std::vector<Step> steps;
  for (const auto& record : problem.history) {
    const auto source = problem.sources.find(record.attempt.content_hash);
    if (!is_timed(record) || source == problem.sources.end() || !source->second.text) continue;
    const auto note = read_rung_note(*source->second.text, record.attempt.path.string());
    if (note && (note->rung > 0 || note->is_yardstick)) steps.push_back({&record, *note});
  }
  return steps;
}

// Those of the run that has the most rungs, at least two, since it timed them side by side; the last such run.
std::vector<Step> of_one_run(const std::vector<Step>& steps) {
  std::map<std::string, int> rungs;
  for (const auto& step : steps) rungs[step.record->run_id] += step.note.rung > 0;
  const std::string* run = nullptr;
  for (const auto& step : steps)
    if (const auto& id = step.record->run_id; rungs[id] > 1 && (!run || rungs[id] >= rungs[*run])) run = &id;
  std::vector<Step> chosen;
  for (const auto& step : steps)
    if (run && step.record->run_id == *run) chosen.push_back(step);
  return chosen;
}

std::vector<Step> last_of_each(const std::vector<Step>& steps) {
  std::map<std::string, Step> last;
  for (const auto& step : steps) last[step.record->attempt.content_hash] = step;
  std::vector<Step> chosen;
  for (const auto& [hash, step] : last) chosen.push_back(step);
  return chosen;
}

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

// A study that this judge cannot read, or a part of it, leaves out that chart alone.
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

json finding_json(const Fault& fault, const Attempt& attempt, bool decided) {
  const bool is_here = std::filesystem::path(fault.file).filename() == attempt.path.filename();
  return {{"kind", name_of(fault.kind)}, {"file", fault.file},
          {"line", fault.line},          {"in_source", is_here && fault.line > 0},
          {"decided", decided},          {"text", fault_summary(fault, Case{})}};
}

json attempt_json(const ReportProblem& problem, const Record& record) {
  auto findings = json::array();
  if (record.fault) findings.push_back(finding_json(*record.fault, record.attempt, true));
  for (const auto& finding : record.findings) findings.push_back(finding_json(finding, record.attempt, false));
  const auto source = problem.sources.find(record.attempt.content_hash);
  const bool is_known = source != problem.sources.end();
  return {{"name", record.attempt.name},
          {"path", record.attempt.path.string()},
          {"content_hash", record.attempt.content_hash},
          {"record", record.id},
          {"time", record.time},
          {"toolchain", record.toolchain},
          {"verdict", name_of(record.verdict.kind)},
          {"case", record.verdict.case_name},
          {"summary", record.verdict.summary},
          {"details", record.verdict.details},
          {"note", record.measurements.empty() ? "" : record.measurements.front().note},
          {"findings", std::move(findings)},
          {"source", is_known && source->second.text ? json(*source->second.text) : json()},
          {"source_note", is_known ? source->second.note : "its source was not kept"}};
}

json samples_chart(const Record& record) {
  const Measurement& timing = record.measurements.front();
  std::vector<double> times;
  for (const auto& sample : timing.samples) times.push_back(sample.device_ns);
  std::ranges::sort(times);
  const double from = times.front(), to = times[(times.size() - 1) * 98 / 100];
  const double width = std::max((to - from) / k_bins, 1e-3);
  std::vector<int> counts(k_bins);
  int above = 0;
  for (const double time : times) {
    if (time > to) ++above;
    else ++counts[static_cast<std::size_t>(std::min<double>((time - from) / width, k_bins - 1))];
  }
  auto bins = json::array();
  for (int i = 0; i < k_bins; ++i)
    bins.push_back(
        {{"from_ns", from + i * width}, {"to_ns", from + (i + 1) * width}, {"count", counts[static_cast<std::size_t>(i)]}});
  json chart = numbers(timing.device);
  chart.update({{"kind", "samples"},
                {"title", "Samples of " + record.attempt.name},
                {"name", record.attempt.name},
                {"bins", std::move(bins)},
                {"above", above}});
  return chart;
}

json timeline_chart(const Record& record, const Measurement& timing) {
  std::map<int, double> ends_ns;
  auto operations = json::array();
  for (const auto& operation : timing.operations) {
    const double start_ns = ends_ns[operation.stream] + operation.gap_ns;
    ends_ns[operation.stream] = start_ns + operation.duration_ns;
    operations.push_back({{"what", operation.what},
                          {"stream", operation.stream},
                          {"count", operation.count},
                          {"start_ns", start_ns},
                          {"duration_ns", operation.duration_ns},
                          {"registers", operation.registers},
                          {"shared_bytes", operation.shared_bytes},
                          {"bytes", operation.bytes},
                          {"grid", operation.is_kernel ? extent_text(operation.grid) : ""},
                          {"block", operation.is_kernel ? extent_text(operation.block) : ""}});
  }
  return {{"kind", "timeline"},
          {"title", "One call of " + record.attempt.name},
          {"attempt", record.attempt.name},
          {"ranked_ns", timing.device.median_ns},
          {"operations", std::move(operations)}};
}

}  // namespace

json board(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  auto entries = json::array();
  for (const auto& row : board_rows(problem.board, problem.medians_ns, peaks)) {
    if (!row.rank) continue;
    json entry = numbers(row.record->measurements.front().device);
    entry.update({{"name", row.record->attempt.name},
                  {"rank", *row.rank},
                  {"tied", row.tied},
                  {"best_place", row.best_place},
                  {"worst_place", row.worst_place},
                  {"percentile", encode(row.percentile)},
                  {"percent_of_limit", encode(row.percent_of_peak)},
                  {"record", row.record->id}});
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) return nullptr;
  return {{"kind", "board"}, {"title", "Board"}, {"entries", std::move(entries)}};
}

json ladder(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  const auto all = steps_among(problem);
  auto chosen = of_one_run(all);
  const bool side_by_side = !chosen.empty();
  if (!side_by_side) chosen = last_of_each(all);
  if (std::ranges::count_if(chosen, [](const Step& step) { return step.note.rung > 0; }) < 2) return nullptr;
  std::ranges::stable_sort(chosen, {}, [](const Step& step) { return std::pair(step.note.is_yardstick, step.note.rung); });
  auto steps = json::array();
  double before_ns = 0;
  for (const auto& [record, note] : chosen) {
    json step = numbers(record->measurements.front().device);
    const double median_ns = record->measurements.front().device.median_ns;
    step.update({{"name", record->attempt.name},
                 {"rung", note.rung},
                 {"yardstick", note.is_yardstick},
                 {"idea", note.idea},
                 {"gain", number_or_null(note.is_yardstick ? 0 : before_ns / median_ns)}});
    if (!note.is_yardstick) before_ns = median_ns;
    steps.push_back(std::move(step));
  }
  return {{"kind", "ladder"},
          {"title", "Ladder"},
          {"side_by_side", side_by_side},
          {"time", chosen.front().record->time},
          {"steps", std::move(steps)},
          {"limit_ns", number_or_null(limit_ns(chosen.front().record->measurements.front(), peaks))}};
}

json scales(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  std::map<std::string, std::pair<const Study*, json>> last;
  for (const auto& kept : problem.studies)
    if (kept.kind == "scale")
      if (const auto study = parse_json(kept.document); study && study->is_object() && study->contains("points"))
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

json roofline(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  if (!peaks) return nullptr;
  auto points = json::array();
  Arithmetic arithmetic = Arithmetic::fp32;
  for (const auto& record : problem.board) {
    if (!is_timed(record)) continue;
    const Measurement& timing = record.measurements.front();
    if (timing.bracket == Bracket::host_clock || timing.work_bytes <= 0 || timing.work_flops <= 0) continue;
    arithmetic = timing.arithmetic;
    points.push_back({{"name", record.attempt.name},
                      {"flop_per_byte", timing.work_flops / timing.work_bytes},
                      {"flops_per_s", timing.work_flops / timing.device.median_ns * 1e9}});
  }
  if (points.empty() || peaks->bytes_per_s <= 0 || peaks->flops_of(arithmetic) <= 0) return nullptr;
  return {{"kind", "roofline"},
          {"title", "Roofline"},
          {"bytes_per_s", peaks->bytes_per_s},
          {"flops_per_s", peaks->flops_of(arithmetic)},
          {"arithmetic", name_of(arithmetic)},
          {"points", std::move(points)}};
}

json histories(const ReportProblem& problem) {
  std::map<std::string, std::vector<const Record*>> by_name;
  for (const auto& record : problem.history) by_name[record.attempt.name].push_back(&record);
  std::vector<std::pair<std::int64_t, json>> charts;
  for (const auto& [name, records] : by_name) {
    const auto last =
        std::ranges::find_if(records.rbegin(), records.rend(), [](const Record* record) { return is_timed(*record); });
    if (last == records.rend()) continue;
    const std::string case_name = (*last)->measurements.front().case_name;
    auto points = json::array();
    int timed = 0;
    for (const Record* record : records) {
      const bool has_time = is_timed(*record);
      if (has_time && record->measurements.front().case_name != case_name) continue;
      json point = has_time ? numbers(record->measurements.front().device)
                            : json{{"median_ns", nullptr}, {"low_ns", nullptr}, {"high_ns", nullptr}};
      point.update({{"time", record->time},
                    {"judge_version", record->judge_version},
                    {"driver", record->device.driver_version},
                    {"content_hash", record->attempt.content_hash},
                    {"verdict", name_of(record->verdict.kind)}});
      points.push_back(std::move(point));
      timed += has_time;
    }
    if (timed > 1)
      charts.emplace_back(
          records.back()->id,
          json{{"kind", "history"}, {"title", "History of " + name}, {"attempt", name}, {"points", std::move(points)}});
  }
  std::ranges::sort(charts, std::greater{}, &std::pair<std::int64_t, json>::first);
  auto list = json::array();
  for (auto& [id, chart] : charts)
    if (list.size() < k_most_alike) list.push_back(std::move(chart));
  return list;
}

json timelines(const ReportProblem& problem) {
  auto charts = json::array();
  for (const auto& entry : problem.board) {
    const Record* last = nullptr;
    for (const auto& record : problem.history)
      if (record.attempt.content_hash == entry.attempt.content_hash && is_timed(record) &&
          !record.measurements.front().operations.empty())
        last = &record;
    if (last && charts.size() < k_most_alike) charts.push_back(timeline_chart(*last, last->measurements.front()));
  }
  return charts;
}

json samples(const ReportProblem& problem) {
  auto charts = json::array();
  for (const auto& record : problem.board)
    if (is_timed(record) && record.measurements.front().samples.size() > 1 && charts.size() < k_most_alike)
      charts.push_back(samples_chart(record));
  return charts;
}

json attempts(const ReportProblem& problem) {
  std::map<std::string, const Record*> last;
  for (const auto& record : problem.history) last[record.attempt.content_hash] = &record;
  std::vector<const Record*> order;
  for (const auto& record : problem.board)
    if (const auto found = last.find(record.attempt.content_hash); found != last.end()) {
      order.push_back(found->second);
      last.erase(found);
    }
  const auto others = order.size();
  for (const auto& [hash, record] : last) order.push_back(record);
  std::sort(order.begin() + static_cast<std::ptrdiff_t>(others), order.end(),
            [](const Record* a, const Record* b) { return a->id > b->id; });
  auto list = json::array();
  for (const Record* record : order) list.push_back(attempt_json(problem, *record));
  return list;
}

}  // namespace judge::parts
