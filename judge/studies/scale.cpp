#include "judge/studies/scale.hpp"

#include <algorithm>

#include "judge/catalog/catalog.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/studies/size_grid.hpp"
#include "judge/studies/study.hpp"

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
                   .attempt = record.attempt.name,
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

Result<Scale> judge_at_sizes(const CommonOptions& common, const ScaleWish& wish, Observer& observer) {
  JudgingOptions judging = wish.judging;
  JUDGE_TRY(Named named, find_named(common, judging.problem, judging.attempts));
  const Problem problem = named.problem;
  JUDGE_TRY(const Target target, choose_target(common.runtime, named.installation));
  JUDGE_TRY(const auto scaled, scaled_case(problem, target.kind, wish.parameter));
  JUDGE_TRY(const auto wanted, wanted_sizes(wish, scaled, target.kind));
  JUDGE_TRY(const auto free, free_memory_on(target));
  JUDGE_TRY(const auto copy, scaled_problem(problem, scaled, target.kind, wanted, free));
  for (const auto& line : copy.left_out) observer.message(line);
  observer.message(fmt::format("{} sizes, {} to {}", copy.sizes.size(), size_text(scaled, copy.sizes.front()),
                               size_text(scaled, copy.sizes.back())));

  JUDGE_TRY(named.problem, load_problem(copy.folder));
  judging.keep = JudgingRules::Keep::nowhere;
  judging.timed_case = "all";
  Scale scale;
  auto judged = judge_submissions(common, judging, std::move(named), observer);
  if (!judged) return fail("{}", with_own_folder(judged.error().message, copy.folder, problem.folder));
  scale.judged = *std::move(judged);
  for (auto& record : scale.judged.records) record.problem_hash = problem.content_hash;

  scale.study = scale_study(scale.judged, scaled, copy.sizes);
  scale.study.left_out = copy.left_out;
  if (scale.study.points.empty()) return scale;
  if (const auto kept = keep_study(common, "scale", problem, scale.judged, encode(scale.study)); !kept)
    scale.not_kept = kept.error();
  return scale;
}

}  // namespace judge
