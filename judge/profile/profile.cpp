#include "judge/profile/profile.hpp"

#include <unistd.h>

#include <algorithm>

#include "judge/catalog/catalog.hpp"
#include "judge/judging/judged_text.hpp"
#include "judge/judging/replay_job.hpp"
#include "judge/model/record_json.hpp"
#include "judge/nvidia/cuobjdump.hpp"
#include "judge/nvidia/ncu.hpp"
#include "judge/nvidia/programs.hpp"
#include "judge/profile/roofline_chart.hpp"
#include "judge/render/operations_table.hpp"
#include "judge/render/output.hpp"
#include "judge/render/profile_table.hpp"
#include "judge/report/report_page.hpp"
#include "judge/util/files.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

// Launches that take less than this part of a call are left out of the table, which has a column for each.
constexpr double k_least_share = 0.02;

/// What was found out about the kernels of all accepted attempts.
struct Found {
  std::vector<KernelProfile> kernels;
  std::vector<std::string> notes;  ///< for people, a line each
};

class Profiling {
 public:
  explicit Profiling(Judged& judged) : m_judged(judged) {}

  Result<Found> run() {
    JUDGE_TRY(m_case, case_index());
    make_room();
    const bool on_gpu = m_judged.setting().runtime.kind == RuntimeKind::cuda;
    m_ncu = on_gpu ? find_toolkit_program("ncu") : std::nullopt;
    m_cuobjdump = on_gpu ? find_toolkit_program("cuobjdump") : std::nullopt;
    if (!on_gpu) m_found.notes.emplace_back("there is no GPU here to profile on: these numbers are from the call's trace");
    else if (!m_ncu)
      m_found.notes.emplace_back(
          "ncu is not installed (it comes with the CUDA Toolkit): this is what the trace and "
          "cuobjdump tell");
    for (std::size_t i = 0; i < m_judged.attempts.size(); ++i)
      if (m_judged.records[i].verdict.kind == VerdictKind::accepted) JUDGE_CHECK(look_at(i));
    return std::move(m_found);
  }

 private:
  Result<std::size_t> case_index() const {
    if (!m_judged.ranked.contestants.empty()) return m_judged.ranked.case_index;
    const auto& cases = m_judged.setting().cases;
    const auto timed = std::ranges::find(cases, Purpose::timed, &Case::purpose);
    if (timed == cases.end()) return fail("{} has no timed case to profile", m_judged.setting().problem.name);
    return static_cast<std::size_t>(timed - cases.begin());
  }

  // Players hold contexts and memory that judge-replay needs.
  void make_room() {
    for (auto& attempt : m_judged.attempts)
      if (attempt.is_right()) attempt.standing->clear();
  }

  // The inner Result is ncu's.
  Result<Result<Profiled>> under_ncu(const Built& built) {
    JUDGE_TRY(const auto folder, TemporaryDirectory::create("judge-profile"));
    auto job = replay_job(m_judged.session->harness(), built);
    job.flush_library = m_judged.session->harness().bracket_library;
    job.warm_ups = 1;
    JUDGE_TRY(auto test, replay_case(m_judged.session->harness(), m_case, folder.path()));
    job.cases.push_back(std::move(test));
    return profile_job(*m_ncu, replay_program(m_judged.setting().installation), std::move(job), folder.path() / "job");
  }

  Result<void> look_at(std::size_t index) {
    const Timed& attempt = m_judged.attempts[index];
    const std::string& name = attempt.attempt.name;
    std::vector<KernelProfile> kernels;
    if (m_ncu) {
      say(fmt::format("profiling {}", name));
      JUDGE_TRY(auto profiled, under_ncu(*attempt.built));
      if (profiled) kernels = std::move(profiled->kernels);
      const std::string note = profiled ? profiled->note : profiled.error().message;
      if (!note.empty()) m_found.notes.push_back(fmt::format("{}: {}", name, note));
    }
    note_trace(attempt);
    if (kernels.empty() && m_cuobjdump) {
      JUDGE_TRY(kernels, resources_of(*m_cuobjdump, attempt.built->artifact.library));
    }
    keep(name, std::move(kernels));
    return {};
  }

  void keep(const std::string& attempt, std::vector<KernelProfile> kernels) {
    const auto duration = [](const KernelProfile& kernel) { return kernel.get("gpu__time_duration.sum").value_or(0); };
    double sum_ns = 0;
    for (const auto& kernel : kernels) sum_ns += duration(kernel);
    std::size_t left_out = 0;
    for (auto& kernel : kernels) {
      if (sum_ns > 0 && duration(kernel) < k_least_share * sum_ns) {
        ++left_out;
        continue;
      }
      kernel.attempt = attempt;
      m_found.kernels.push_back(std::move(kernel));
    }
    if (left_out > 0)
      m_found.notes.push_back(fmt::format("{}: {} launches of less than {} of its time are left out", attempt, left_out,
                                          format_percent(k_least_share)));
  }

  void note_trace(const Tested& attempt) {
    const auto found = attempt.traces.find(m_case);
    if (found == attempt.traces.end()) return;
    const auto& trace = found->second;
    std::string text = fmt::format("{}: {} launch{}", attempt.attempt.name, trace.launches, trace.launches == 1 ? "" : "es");
    if (trace.side_streams > 0) text += fmt::format(" on {} streams besides the default one", trace.side_streams);
    if (trace.allocated_bytes > 0)
      text += fmt::format(", {} allocated", format_bytes(static_cast<double>(trace.allocated_bytes)));
    if (trace.blocking_calls > 0) text += ", waits in the middle: " + trace.first_blocking;
    m_found.notes.push_back(std::move(text));
  }

  Judged& m_judged;
  std::size_t m_case = 0;
  std::optional<fs::path> m_ncu, m_cuobjdump;
  Found m_found;
};

// Did ncu count anything? Else the judge's own times of each kernel stand in.
bool is_counted(const Found& found) {
  return std::ranges::any_of(found.kernels,
                             [](const auto& kernel) { return kernel.get("gpu__time_duration.sum").has_value(); });
}

nlohmann::json json_of(const Judged& judged, const Found& found) {
  auto kernels = nlohmann::json::array();
  for (const auto& kernel : found.kernels) {
    nlohmann::json entry{{"attempt", kernel.attempt}, {"kernel", kernel.kernel},
                         {"grid", kernel.grid},       {"block", kernel.block},
                         {"metrics", kernel.metrics}, {"occupancy_limiter", occupancy_limiter(kernel)}};
    if (const auto point = roofline_point(kernel))
      entry["roofline"] = {{"flops", point->flops},
                           {"dram_bytes", point->dram_bytes},
                           {"flop_per_byte", point->intensity()},
                           {"flops_per_s", point->flops_per_s()}};
    kernels.push_back(std::move(entry));
  }
  auto document = run_to_json(judged.records);
  document["schema"] = "judge.profile/1";
  document["kernels"] = std::move(kernels);
  document["notes"] = found.notes;
  return document;
}

std::vector<std::string> notes_of(const Judged& judged, const Found& found) {
  std::vector<std::string> notes;
  for (const auto& record : judged.records)
    if (!record.measurements.empty())
      notes.push_back(fmt::format("{}: {} by the judge on {}", record.attempt.name,
                                  format_time_ns(record.measurements.front().device.median_ns),
                                  record.measurements.front().case_name));
  if (judged.peaks)
    for (const auto& kernel : found.kernels)
      if (kernel.get("gpu__time_duration.sum")) notes.push_back(roofline_text(kernel, *judged.peaks));
  notes.insert(notes.end(), found.notes.begin(), found.notes.end());
  if (is_counted(found))
    notes.emplace_back("ncu begins each kernel with cold caches; shares are of what each unit can do at most");
  notes.push_back("device: " + judged.setting().device.name);
  return notes;
}

Result<void> write_page(const Judged& judged, const Found& found, const std::string& file) {
  if (!judged.peaks) return fail("--html {}: the device's peak rates are not known, so there is no roofline", file);
  const auto title = fmt::format("{} on {}", judged.setting().problem.title, judged.setting().device.name);
  JUDGE_CHECK(write_file(file, chart_page(title, roofline_chart(found.kernels, *judged.peaks, title))));
  say(fmt::format("wrote {}", file));
  return {};
}

}  // namespace

Result<int> profile(const CommonOptions& common, const ProfileOptions& options, Observer& observer) {
  if (options.judging.attempts.empty())
    return fail("which attempts? `judge profile {} solutions/...cu`", options.judging.problem);
  JudgingOptions judging = options.judging;
  judging.by_operation = true;
  JUDGE_TRY(Judged judged, judge_attempts(common, judging, observer));
  say_toned(rejected_and_warnings_text(judged, style_for(STDERR_FILENO)));
  JUDGE_TRY(const Found found, Profiling(judged).run());

  const Table table = profile_table(found.kernels);
  const auto notes = notes_of(judged, found);
  if (options.format == Format::json) JUDGE_CHECK(print(json_text(json_of(judged, found), 2) + "\n"));
  else if (options.format == Format::csv) JUDGE_CHECK(print(table_csv(table)));
  else {
    const bool is_markdown = options.format == Format::markdown;
    std::string text;
    if (!table.rows.empty()) text = table_as(options.format, table) + "\n";
    if (!is_counted(found))
      for (const auto& record : judged.records)
        text += is_markdown ? operations_markdown(record) : operations_text(record, style_for(STDOUT_FILENO));
    for (const auto& note : notes)
      text += is_markdown ? fmt::format("- {}\n", markdown_escaped(printable(note))) : printable(note) + "\n";
    JUDGE_CHECK(print(text));
  }
  if (!options.html.empty()) JUDGE_CHECK(write_page(judged, found, options.html));
  return judged.status();
}

}  // namespace judge
