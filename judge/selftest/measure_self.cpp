#include "judge/selftest/measure_self.hpp"

#include <algorithm>
#include <map>

#include "judge/measure/summary.hpp"
#include "judge/model/documents.hpp"
#include "judge/nvidia/programs.hpp"
#include "judge/selftest/ncu_times.hpp"
#include "judge/selftest/trials.hpp"
#include "judge/util/files.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/process.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr int k_fresh_runs = 5;
constexpr const char* k_plain = "self_float4";
constexpr const char* k_size_for_comparisons = "25M";  // 67 us on an H200
constexpr const char* k_short_size = "1k";             // 2 us, where placement alone is 10%

class SelfMeasuring {
 public:
  SelfMeasuring(const CommonOptions& common, const MeasureSelfOptions& options, SelfTrials trials, Observer& observer,
                const ShowSelfResult& show)
      : m_common(common), m_options(options), m_trials(std::move(trials)), m_observer(observer), m_show(show) {}

  Result<void> run() {
    JUDGE_CHECK(m_show({.title = "device: " + m_trials.setting().device.name}));
    if (wants(SelfPart::false_wins) || wants(SelfPart::power)) JUDGE_CHECK(comparisons());
    if (wants(SelfPart::runs)) JUDGE_CHECK(fresh_runs());
    if (wants(SelfPart::ncu)) JUDGE_CHECK(beside_ncu());
    return {};
  }

 private:
  bool wants(SelfPart part) const { return m_options.parts.contains(part); }
  bool on_gpu() const { return m_trials.setting().runtime.kind == RuntimeKind::cuda; }

  // The goals are for a GPU: a CPU that others use too cannot reach them.
  Cell goal_cell(bool met) const {
    if (!on_gpu()) return "-";
    return met ? Cell("yes", Tone::good) : Cell("NO", Tone::bad);
  }

  Result<void> say_why_not_beside_ncu(const std::string& why) const {
    if (interrupted()) return fail("interrupted");
    return m_show({.title = "Not beside Nsight Compute: " + why});
  }

  Result<void> comparisons();
  Result<std::vector<Cell>> compare_often(const std::string& other, int count, std::size_t case_index);
  Result<void> fresh_runs();
  Result<std::vector<std::pair<std::string, double>>> one_fresh_run(const fs::path& ledger);
  Result<void> beside_ncu();
  Result<void> add_ncu_rows(const std::string& kernel, NcuTimes& ncu, const std::vector<std::size_t>& cases, Table& table);

  const CommonOptions& m_common;
  const MeasureSelfOptions& m_options;
  SelfTrials m_trials;
  Observer& m_observer;
  const ShowSelfResult& m_show;
};

Result<std::vector<Cell>> SelfMeasuring::compare_often(const std::string& other, int count, std::size_t case_index) {
  const bool same = other == k_plain;
  m_observer.overall_stage(fmt::format("{} comparisons of {} and {}", count, k_plain, other));
  int claimed = 0, right = 0;
  std::vector<double> ratios;
  for (int i = 0; i < count; ++i) {
    // Taking turns, so that being loaded first favours neither.
    const bool swapped = i % 2 == 1;
    const auto result =
        swapped ? m_trials.compare_fresh(k_plain, other, case_index) : m_trials.compare_fresh(other, k_plain, case_index);
    if (!result && interrupted() && !ratios.empty()) break;
    if (!result) return std::unexpected(result.error());
    claimed += result->distinguishable;
    right += swapped ? result->a_wins() : result->b_wins();
    ratios.push_back(swapped ? 1 / result->ratio : result->ratio);
  }
  count = static_cast<int>(ratios.size());
  std::ranges::sort(ratios);
  const double share = static_cast<double>(same ? claimed : right) / count;
  return std::vector<Cell>{
      same ? "itself" : other,
      std::to_string(count),
      std::to_string(claimed),
      same ? "-" : std::to_string(claimed - right),
      fmt::format("{:.4f}", quantile_of_sorted(ratios, 0.5)),
      fmt::format("{:.4f} to {:.4f}", quantile_of_sorted(ratios, 0.025), quantile_of_sorted(ratios, 0.975)),
      same ? "claimed in <= 1%" : "found in >= 95%",
      goal_cell(same ? share <= 0.01 : share >= 0.95)};
}

Result<void> SelfMeasuring::comparisons() {
  const bool few = m_options.quick || !on_gpu();
  const int of_one = m_options.comparisons ? m_options.comparisons : few ? 20 : 200;
  struct Trial {
    const char* size;
    std::string other;
    int count;
  };
  std::vector<Trial> plan;
  if (wants(SelfPart::false_wins)) {
    plan.push_back({k_size_for_comparisons, k_plain, of_one});
    plan.push_back({k_short_size, k_plain, std::max(1, of_one / 5)});
  }
  if (wants(SelfPart::power)) {
    plan.push_back({k_size_for_comparisons, "self_plus_1_percent", std::max(1, of_one / 2)});
    plan.push_back({k_size_for_comparisons, "self_plus_2_percent", std::max(1, of_one / 2)});
  }
  Table table{.columns = {{"N", Align::right},
                          {"against"},
                          {"comparisons", Align::right},
                          {"differences claimed", Align::right},
                          {"wrong way", Align::right},
                          {"ratio, median", Align::right},
                          {"95% of ratios", Align::right},
                          {"goal"},
                          {"met"}},
              .rows = {}};
  for (const auto& [size, other, count] : plan) {
    JUDGE_TRY(const std::size_t index, m_trials.case_index(size));
    JUDGE_TRY(auto row, compare_often(other, count, index));
    row.insert(row.begin(), format_count(m_trials.elements(index)));
    table.rows.push_back(std::move(row));
    if (interrupted()) break;
  }
  JUDGE_CHECK(m_show({fmt::format("{} in comparisons, each in fresh players", k_plain), std::move(table)}));
  if (interrupted()) return fail("interrupted");
  return {};
}

// Case names and medians of one `judge run` in a process of its own.
Result<std::vector<std::pair<std::string, double>>> SelfMeasuring::one_fresh_run(const fs::path& ledger) {
  std::error_code error;
  const fs::path judge = fs::read_symlink("/proc/self/exe", error);
  if (error) return fail("/proc/self/exe: {}", error.message());
  std::vector<std::string> words{judge,    "run", m_trials.folder(), (m_trials.folder() / k_plain).string() + ".cu",
                                 "--case", "all", "--json"};
  const CommonOptions common{.cache = m_common.cache_dir(), .ledger = ledger, .runtime = m_trials.setting().runtime.kind};
  std::ranges::copy(common.arguments(), std::back_inserter(words));
  JUDGE_TRY(const auto done, run_command(words));
  if (done.exit_status != 0) return fail("judge run ended with status {}:\n{}", done.exit_status, done.standard_error);
  JUDGE_TRY(const auto document, parse_json(done.standard_output));
  JUDGE_TRY(const auto run, decode<RunDocument>(document, "the run"));
  std::vector<std::pair<std::string, double>> medians;
  for (const auto& measurement : run.records.front().measurements)
    medians.emplace_back(measurement.case_name, measurement.device.median_ns);
  return medians;
}

Result<void> SelfMeasuring::fresh_runs() {
  m_observer.overall_stage(fmt::format("{} fresh runs of {}", k_fresh_runs, k_plain));
  JUDGE_TRY(const auto folder, TemporaryDirectory::create("self"));
  std::vector<std::string> names;
  std::map<std::string, std::vector<double>> medians;
  for (int i = 0; i < k_fresh_runs; ++i) {
    JUDGE_TRY(const auto one, one_fresh_run(folder.path() / "ledger.sqlite"));
    for (const auto& [name, median_ns] : one) {
      if (!medians.contains(name)) names.push_back(name);
      medians[name].push_back(median_ns);
    }
  }
  Table table{.columns = {{"case"},
                          {"N", Align::right},
                          {"least median", Align::right},
                          {"largest", Align::right},
                          {"range", Align::right},
                          {"goal"},
                          {"met"}},
              .rows = {}};
  for (const auto& name : names) {
    JUDGE_TRY(const std::size_t index, m_trials.case_index(name));
    const auto [least, most] = std::ranges::minmax(medians[name]);
    const double range_ns = most - least;
    const bool small = most < 5e3;
    const double goal = most >= 50e3 ? 0.005 : 0.02;
    table.rows.push_back({name, format_count(m_trials.elements(index)), format_time_ns(least), format_time_ns(most),
                          fmt::format("{} ({})", format_time_ns(range_ns), format_percent(range_ns / least)),
                          small ? "<= 100 ns" : "<= " + format_percent(goal),
                          goal_cell(small ? range_ns <= 100 : range_ns <= goal * least)});
  }
  return m_show({fmt::format("Medians of {} fresh judge processes, {}", k_fresh_runs, k_plain), std::move(table)});
}

Result<void> SelfMeasuring::add_ncu_rows(const std::string& kernel, NcuTimes& ncu, const std::vector<std::size_t>& cases,
                                         Table& table) {
  JUDGE_TRY(const auto* built, m_trials.built("self_" + kernel));
  m_observer.overall_stage("ncu looks at " + kernel);
  JUDGE_TRY(const auto truths, ncu.of(*built));
  for (const std::string suffix : {"", "_sync"}) {
    if (!m_trials.built("self_" + kernel + suffix)) continue;
    m_observer.overall_stage("the judge times " + kernel + suffix);
    for (std::size_t i = 0; i < cases.size(); ++i) {
      JUDGE_TRY(const auto measured, m_trials.measure_fresh("self_" + kernel + suffix, cases[i]));
      const auto [longest_ns, sum_ns] = truths[i];
      const double device_ns = measured.device.median_ns, allowed_ns = std::max(500.0, 0.01 * sum_ns);
      const bool side_by_side = longest_ns < 0.99 * sum_ns;
      table.rows.push_back(
          {"self_" + kernel + suffix, format_count(m_trials.elements(cases[i])), name_of(measured.bracket),
           format_time_ns(device_ns),
           side_by_side ? fmt::format("{} to {}", format_time_ns(longest_ns), format_time_ns(sum_ns)) : format_time_ns(sum_ns),
           fmt::format("{:+.2f} us", (device_ns - sum_ns) / 1e3), fmt::format("within {:.2f} us", allowed_ns / 1e3),
           goal_cell(device_ns >= longest_ns - allowed_ns && device_ns <= sum_ns + allowed_ns)});
    }
  }
  return {};
}

Result<void> SelfMeasuring::beside_ncu() {
  const auto ncu = find_toolkit_program("ncu");
  if (!on_gpu() || !ncu)
    return say_why_not_beside_ncu(on_gpu() ? "there is no ncu in PATH or beside nvcc." : "this is no GPU.");
  std::vector<std::size_t> cases;
  for (const char* name : {"1k", "100k", "1M", "25M", "134M"}) {
    JUDGE_TRY(const std::size_t index, m_trials.case_index(name));
    cases.push_back(index);
  }
  auto times = NcuTimes::prepare(*ncu, m_trials.harness(), cases);
  if (!times) return say_why_not_beside_ncu(times.error().message);
  Table table{.columns = {{"attempt"},
                          {"N", Align::right},
                          {"bracket"},
                          {"judge", Align::right},
                          {"ncu", Align::right},
                          {"judge - ncu", Align::right},
                          {"goal"},
                          {"met"}},
              .rows = {}};
  for (const char* kernel : {"naive", "float4", "two_streams"}) {
    const auto added = add_ncu_rows(kernel, *times, cases, table);
    if (!added) return say_why_not_beside_ncu(added.error().message);
  }
  return m_show(
      {"Device time beside ncu's gpu__time_duration.sum. Two kernels on two streams: ncu runs them one by one, so the\n"
       "true time lies between the longest and the sum",
       std::move(table)});
}

}  // namespace

Result<void> measure_self(const CommonOptions& common, const MeasureSelfOptions& options, Observer& observer,
                          const ShowSelfResult& show) {
  JUDGE_TRY(auto trials, SelfTrials::create(common));
  return SelfMeasuring(common, options, std::move(trials), observer, show).run();
}

}  // namespace judge
