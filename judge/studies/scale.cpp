#include "judge/studies/scale.hpp"

#include <algorithm>
#include <chrono>
#include <set>

#include "judge/catalog/catalog.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/studies/size_grid.hpp"
#include "judge/studies/study.hpp"
#include "judge/util/files.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/units.hpp"

namespace judge {

namespace {

constexpr std::int64_t k_default_from = 1024;

// Eight times the ranked size on a GPU; on the emulated runtime, where the ranked case is small already, no more than that.
std::int64_t default_to(const ScaledCase& scaled, RuntimeKind runtime) {
  return power_of_two_below(runtime == RuntimeKind::emulated ? scaled.size : 8 * scaled.size);
}

Result<std::vector<std::int64_t>> wanted_sizes(const ScaleWish& wish, const ScaledCase& scaled, RuntimeKind runtime) {
  std::int64_t to = default_to(scaled, runtime);
  if (!wish.to.empty()) {
    JUDGE_TRY(to, parse_size(wish.to));
  }
  std::int64_t from = std::min(k_default_from, std::max<std::int64_t>(1, to / 64));
  if (!wish.from.empty()) {
    JUDGE_TRY(from, parse_size(wish.from));
  }
  return size_grid(from, to, wish.steps);
}

Result<FreeMemory> free_memory_on(const Target& target) {
  JUDGE_TRY(const auto runtime, load_runtime_from(target.kind, target.runtime_library));
  return free_memory(runtime);
}

ScalePoint point_of(const Record& record, std::int64_t size, const Measurement& timing, const std::optional<PeakRates>& peaks) {
  ScalePoint point{.size = size,
                   .attempt = record.attempt.shown(),
                   .median_ns = timing.device.median_ns,
                   .low_ns = timing.device.low_ns,
                   .high_ns = timing.device.high_ns,
                   .work_bytes = timing.work_bytes,
                   .work_flops = timing.work_flops};
  if (peaks) point.percent_of_peak = percent_of_peak(timing, *peaks);
  return point;
}

ScaleStudy scale_study(const Judged& judged, const ScaledCase& scaled, const std::vector<std::int64_t>& sizes) {
  ScaleStudy study{
      .parameter = fmt::format("{}", fmt::join(scaled.parameters, "=")), .case_name = scaled.name, .records = judged.records};
  for (const auto size : sizes)
    for (const auto& record : judged.records) {
      const auto timing = std::ranges::find(record.measurements, case_name_at(scaled, size), &Measurement::case_name);
      if (timing != record.measurements.end()) study.points.push_back(point_of(record, size, *timing, judged.peaks));
    }
  return study;
}

/// The copy is gone when a message is read.
std::string with_own_folder(std::string message, const std::filesystem::path& copy, const std::filesystem::path& own) {
  for (std::size_t at = 0; (at = message.find(copy.native(), at)) != message.npos; at += own.native().size())
    message.replace(at, copy.native().size(), own.native());
  return message;
}

}  // namespace

// What opening a problem and timing one attempt take at any size.
constexpr double k_seconds_at_any_size = 5;
constexpr double k_most_seconds = 120;

double expected_seconds(double last_seconds, double growth) {
  return std::max(0.0, last_seconds - k_seconds_at_any_size) * growth + k_seconds_at_any_size;
}

namespace {

// Each size is a run of its own; one line says what came of it.
class OneOfManySizes : public Observer {
 public:
  explicit OneOfManySizes(Observer& observer) : m_observer(observer) {}

  void run_started(std::size_t attempts) override { m_observer.run_started(attempts); }
  void attempt_started(std::string_view name, std::size_t cases) override { m_observer.attempt_started(name, cases); }
  void stage(std::string_view name) override { m_observer.stage(name); }
  void overall_stage(std::string_view name) override { m_observer.overall_stage(name); }
  void case_done(std::string_view name, bool passed) override { m_observer.case_done(name, passed); }
  void run_ended() override { m_observer.run_ended(); }
  // The same notes come with each size.
  void message(std::string_view line) override {
    if (m_said.emplace(line).second) m_observer.message(line);
  }

 private:
  Observer& m_observer;
  std::set<std::string, std::less<>> m_said;
};

void add(Judged& all, const Judged& at_size) {
  for (const auto& record : at_size.records) {
    auto& known = *std::ranges::find_if(all.records, [&](const Record& one) {
      return one.attempt.content_hash == record.attempt.content_hash && one.attempt.path == record.attempt.path;
    });
    Record sum = record;
    sum.cases.insert(sum.cases.begin(), known.cases.begin(), known.cases.end());
    sum.measurements.insert(sum.measurements.begin(), known.measurements.begin(), known.measurements.end());
    known = std::move(sum);
  }
}

std::string line_of(const Judged& judged, const std::string& size) {
  std::string line;
  for (const auto& record : judged.records)
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", record.attempt.shown(),
                        record.measurements.empty() ? std::string(name_of(record.verdict.kind))
                                                    : format_time_ns(record.measurements.front().device.median_ns));
  return size + ": " + line;
}

// One that failed at a size is not called at larger ones.
std::vector<Submission> still_right(const std::vector<Submission>& submissions, const Judged& judged) {
  std::vector<Submission> right;
  for (const auto& submission : submissions)
    for (const auto& record : judged.records)
      if (record.attempt.content_hash == submission.attempt.content_hash && record.verdict.kind == VerdictKind::accepted) {
        right.push_back(submission);
        break;
      }
  return right;
}

}  // namespace

Result<Scale> judge_at_sizes(const CommonOptions& common, const ScaleWish& wish, Observer& observer) {
  JudgingOptions judging = wish.judging;
  JUDGE_TRY(Named named, find_named(common, judging.problem, judging.attempts));
  const Problem problem = named.problem;
  JUDGE_TRY(const Target target, choose_target(common.runtime, named.installation));
  JUDGE_TRY(const auto scaled, scaled_case(problem, target.kind, wish.parameter));
  JUDGE_TRY(const auto wanted, wanted_sizes(wish, scaled, target.kind));
  JUDGE_TRY(const auto free, free_memory_on(target));
  JUDGE_TRY(auto copy, scaled_problem(problem, scaled, target.kind, wanted, free));
  for (const auto& line : copy.left_out) observer.message(line);
  observer.message(fmt::format("{} sizes, {} to {}", copy.sizes.size(), size_text(scaled, copy.sizes.front()),
                               size_text(scaled, copy.sizes.back())));

  JUDGE_TRY(const auto tests, read_file(problem.folder / "tests.json"));
  judging.keep = JudgingRules::Keep::nowhere;
  judging.timed_case = "all";
  Scale scale;
  OneOfManySizes one_of_many(observer);
  std::vector<std::int64_t> measured;
  double last_seconds = 0;
  for (const auto size : copy.sizes) {
    const double growth = measured.empty() ? 1 : static_cast<double>(size) / static_cast<double>(measured.back());
    if (const double expected = expected_seconds(last_seconds, growth); !measured.empty() && expected > k_most_seconds) {
      copy.left_out.push_back(
          fmt::format("{} and larger are left out: about {:.0f} s, after {:.0f} s for {}; --from {} times it",
                      size_text(scaled, size), expected, last_seconds, size_text(scaled, measured.back()), size));
      observer.message(copy.left_out.back());
      break;
    }
    const auto begin = std::chrono::steady_clock::now();
    JUDGE_TRY(const auto text, tests_at_sizes(tests, scaled, target.kind, {size},
                                              measured.empty() ? UntimedCases::with : UntimedCases::without));
    JUDGE_CHECK(write_file(copy.folder / "tests.json", text));
    Named at_size{.installation = named.installation, .root = named.root, .problem = {}, .submissions = named.submissions};
    JUDGE_TRY(at_size.problem, load_problem(copy.folder));
    auto judged = judge_submissions(common, judging, std::move(at_size), one_of_many);
    if (!judged && interrupted() && !measured.empty()) {
      scale.was_interrupted = true;
      break;
    }
    if (!judged) return fail("{}", with_own_folder(judged.error().message, copy.folder, problem.folder));
    observer.message(line_of(*judged, size_text(scaled, size)));
    named.submissions = still_right(named.submissions, *judged);
    if (measured.empty()) scale.judged = *std::move(judged);
    else add(scale.judged, *judged);
    measured.push_back(size);
    last_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (named.submissions.empty()) break;
  }
  for (auto& record : scale.judged.records) record.problem_hash = problem.content_hash;

  scale.study = scale_study(scale.judged, scaled, measured);
  scale.study.left_out = copy.left_out;
  if (scale.study.points.empty()) return scale;
  if (const auto kept = keep_study(common, "scale", problem, scale.judged, encode(scale.study)); !kept)
    scale.not_kept = kept.error();
  return scale;
}

}  // namespace judge
