#include "judge/profile/profile.hpp"

#include <algorithm>

#include "judge/nvidia/cuobjdump.hpp"
#include "judge/nvidia/ncu.hpp"
#include "judge/nvidia/programs.hpp"
#include "judge/passes/replay_job.hpp"
#include "judge/util/files.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

// Launches that take less than this part of a call are left out of the table, which has a column for each.
constexpr double k_least_share = 0.02;

class Profiling {
 public:
  Profiling(Judged& judged, Observer& observer) : m_judged(judged), m_observer(observer) {}

  Result<Profile> run() {
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
    JUDGE_TRY(const auto folder, TemporaryDirectory::create("profile"));
    auto job = replay_job(m_judged.session->harness(), built);
    job.flush_library = m_judged.session->harness().bracket_library;
    job.warm_ups = 1;
    JUDGE_TRY(auto test, replay_case(m_judged.session->harness(), m_case, folder.path()));
    job.cases.push_back(std::move(test));
    return profile_job(*m_ncu, replay_program(m_judged.setting().installation), std::move(job), folder.path() / "job");
  }

  Result<void> look_at(std::size_t index) {
    const Timed& attempt = m_judged.attempts[index];
    const std::string& name = attempt.attempt.shown();
    std::vector<KernelProfile> kernels;
    if (m_ncu) {
      m_observer.message("profiling " + name);
      JUDGE_TRY(auto profiled, under_ncu(*attempt.built));
      if (interrupted()) return fail("interrupted");
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
    std::string text = fmt::format("{}: {} launch{}", attempt.attempt.shown(), trace.launches, trace.launches == 1 ? "" : "es");
    if (trace.side_streams > 0)
      text += fmt::format(" on {} stream{} besides the default one", trace.side_streams, trace.side_streams == 1 ? "" : "s");
    if (trace.allocated_bytes > 0)
      text += fmt::format(", {} allocated", format_bytes(static_cast<double>(trace.allocated_bytes)));
    if (trace.blocking_calls > 0) text += ", waits in the middle: " + trace.first_blocking;
    m_found.notes.push_back(std::move(text));
  }

  Judged& m_judged;
  Observer& m_observer;
  std::size_t m_case = 0;
  std::optional<fs::path> m_ncu, m_cuobjdump;
  Profile m_found;
};

}  // namespace

Result<Profile> profile_kernels(Judged& judged, Observer& observer) { return Profiling(judged, observer).run(); }

}  // namespace judge
