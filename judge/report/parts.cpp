#include "judge/report/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "judge/judging/run_rows.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/model/attempt_labels.hpp"
#include "judge/model/record_json.hpp"
#include "judge/report/json_numbers.hpp"
#include "judge/studies/ladder_rungs.hpp"
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

// Of a measurement on the device; what the host's clock timed is not compared with the device's limits.
double limit_ns(const Measurement& timing, const std::optional<PeakRates>& peaks) {
  return peaks && timing.bracket != Bracket::host_clock ? least_time_ns(work_of(timing), *peaks) : 0;
}

std::string extent_text(const std::array<unsigned, 3>& extent) {
  return fmt::format("({}, {}, {})", extent[0], extent[1], extent[2]);
}

std::vector<std::string> labels_of(std::span<const Record* const> records) {
  std::vector<const Attempt*> attempts;
  for (const Record* record : records) attempts.push_back(&record->attempt);
  return attempt_labels(attempts);
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

json finding_json(const Fault& fault, const Attempt& attempt, bool decided) {
  const bool is_here = std::filesystem::path(fault.file).filename() == attempt.path.filename();
  return {{"kind", name_of(fault.kind)}, {"file", fault.file},
          {"line", fault.line},          {"in_source", is_here && fault.line > 0},
          {"decided", decided},          {"text", fault_summary(fault, Case{})}};
}

json attempt_json(const ReportProblem& problem, const Record& record, const std::string& label) {
  auto findings = json::array();
  if (record.fault) findings.push_back(finding_json(*record.fault, record.attempt, true));
  for (const auto& finding : record.findings) findings.push_back(finding_json(finding, record.attempt, false));
  const auto source = problem.sources.find(record.attempt.content_hash);
  const bool is_known = source != problem.sources.end();
  return {{"name", label},
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

json timeline_chart(const Measurement& timing, const std::string& label) {
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
          {"title", "One call of " + label},
          {"attempt", label},
          {"ranked_ns", timing.device.median_ns},
          {"operations", std::move(operations)}};
}

}  // namespace

json samples_chart(const Measurement& timing, const std::string& title, const std::string& name) {
  std::vector<double> times;
  for (const auto& sample : timing.samples)
    if (is_time(sample.device_ns)) times.push_back(sample.device_ns);
  if (times.size() < 2) return nullptr;
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
  chart.update({{"kind", "samples"}, {"title", title}, {"name", name}, {"bins", std::move(bins)}, {"above", above}});
  return chart;
}

json board_chart(std::span<const RunRow> rows, const std::string& title) {
  auto entries = json::array();
  for (const auto& row : rows) {
    if (!row.rank) continue;
    json entry = numbers(row.record->measurements.front().device);
    entry.update({{"name", row.record->attempt.shown()},
                  {"rank", *row.rank},
                  {"tied", row.tied},
                  {"best_place", encode(row.best_rank)},
                  {"worst_place", encode(row.worst_rank)},
                  {"percentile", encode(row.percentile)},
                  {"percent_of_limit", encode(row.percent_of_peak)},
                  {"record", row.record->id}});
    entries.push_back(std::move(entry));
  }
  if (entries.empty()) return nullptr;
  return {{"kind", "board"}, {"title", title}, {"entries", std::move(entries)}};
}

json board(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  return board_chart(board_rows(problem.board, problem.medians_ns, peaks), "Board");
}

json ladder(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  const auto all = steps_among(problem);
  auto chosen = of_one_run(all);
  const bool side_by_side = !chosen.empty();
  if (!side_by_side) chosen = last_of_each(all);
  if (std::ranges::count_if(chosen, [](const Step& step) { return step.note.rung > 0; }) < 2) return nullptr;
  std::ranges::stable_sort(chosen, {}, [](const Step& step) { return std::pair(step.note.is_yardstick, step.note.rung); });
  std::vector<const Record*> records;
  for (const auto& step : chosen) records.push_back(step.record);
  const auto labels = labels_of(records);
  auto steps = json::array();
  double before_ns = 0;
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const auto& [record, note] = chosen[i];
    json step = numbers(record->measurements.front().device);
    const double median_ns = record->measurements.front().device.median_ns;
    step.update({{"name", labels[i]},
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

json roofline(const ReportProblem& problem, const std::optional<PeakRates>& peaks) {
  if (!peaks) return nullptr;
  auto points = json::array();
  Arithmetic arithmetic = Arithmetic::fp32;
  for (const auto& record : problem.board) {
    if (!is_timed(record)) continue;
    const Measurement& timing = record.measurements.front();
    if (timing.bracket == Bracket::host_clock || timing.work_bytes <= 0 || timing.work_flops <= 0) continue;
    arithmetic = timing.arithmetic;
    points.push_back({{"name", record.attempt.shown()},
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
  for (const auto& record : problem.history) by_name[record.attempt.shown()].push_back(&record);
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
    if (last && charts.size() < k_most_alike)
      charts.push_back(timeline_chart(last->measurements.front(), entry.attempt.shown()));
  }
  return charts;
}

json samples(const ReportProblem& problem) {
  auto charts = json::array();
  for (const auto& record : problem.board)
    if (is_timed(record) && record.measurements.front().samples.size() > 1 && charts.size() < k_most_alike)
      charts.push_back(
          samples_chart(record.measurements.front(), "Samples of " + record.attempt.shown(), record.attempt.shown()));
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
  const auto labels = labels_of(order);
  auto list = json::array();
  for (std::size_t i = 0; i < order.size(); ++i) list.push_back(attempt_json(problem, *order[i], labels[i]));
  return list;
}

}  // namespace judge::parts
