#include "judge/judging/copy_time.hpp"

#include <fmt/format.h>

#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_attempts[] = {"copy_memcpy", "copy_float4"};

// judge/device/copy with the one case that is wanted.
Result<TemporaryDirectory> copy_problem(const fs::path& sources, long long elements) {
  JUDGE_TRY(auto folder, TemporaryDirectory::create("judge-copy"));
  std::error_code error;
  fs::copy(sources, folder.path(), fs::copy_options::recursive, error);
  if (error) return fail("{}: cannot be copied to {}: {}", sources.string(), folder.path().string(), error.message());
  const std::string cases = fmt::format(
      R"({{"cases": [{{"name": "small", "scalars": {{"N": 1023}}}},
                    {{"name": "copy", "timed": true, "scalars": {{"N": {}}}}}]}})",
      elements);
  JUDGE_CHECK(write_file(folder.path() / "tests.json", cases));
  return folder;
}

bool is_worth_a_copy(const Case& test) {
  return test.work_bytes > 0 && test.work_flops <= 10 * test.work_bytes && !test.is_end_to_end();
}

}  // namespace

Result<std::optional<CopyTime>> copy_time(const CommonOptions& common, const JudgingOptions& options,
                                          const Judged& judged, Observer& observer) {
  if (judged.ranked.contestants.empty() || judged.bench->runtime().kind != RuntimeKind::cuda) return std::nullopt;
  const Case& test = judged.bench->cases()[judged.ranked.case_index];
  const auto elements = static_cast<long long>(test.work_bytes / (2 * sizeof(float)));
  if (!is_worth_a_copy(test) || elements < 1) return std::nullopt;
  const fs::path sources = find_installation().device_sources() / "copy";
  JUDGE_TRY(const auto folder, copy_problem(sources, elements));
  JudgingOptions copying{.problem = folder.path().string(), .keep = JudgingOptions::Keep::nowhere,
                         .check = CheckWish::none, .timing = options.timing};
  copying.timing.pairs = TimingOptions::Pairs::with_fastest;
  for (const char* name : k_attempts) copying.attempts.push_back((sources / name).string() + ".cu");
  JUDGE_TRY(const Judged copied, judge_attempts(common, copying, observer));
  std::optional<CopyTime> best;
  for (const auto& record : copied.records) {
    if (record.measurements.empty()) continue;
    const double median_ns = record.measurements.front().device.median_ns;
    if (!best || median_ns < best->median_ns) best = {test.work_bytes, median_ns, record.attempt.name};
  }
  return best;
}

}  // namespace judge
