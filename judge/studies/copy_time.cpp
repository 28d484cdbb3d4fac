#include "judge/studies/copy_time.hpp"

#include <fmt/format.h>

#include "judge/judging/timing_lock.hpp"
#include "judge/passes/testing.hpp"
#include "judge/util/files.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

constexpr const char* k_attempts[] = {"copy_memcpy", "copy_float4"};
constexpr const char* k_timed_case = "copy";

// judge/device/copy with the one case that is wanted.
Result<TemporaryDirectory> copy_problem(const fs::path& sources, long long elements) {
  JUDGE_TRY(auto folder, TemporaryDirectory::create("copy"));
  std::error_code error;
  fs::copy(sources, folder.path(), fs::copy_options::recursive, error);
  if (error) return fail("{}: cannot be copied to {}: {}", sources.string(), folder.path().string(), error.message());
  const std::string cases = fmt::format(
      R"({{"cases": [{{"name": "small", "scalars": {{"N": 1023}}}},
                    {{"name": "{}", "timed": true, "scalars": {{"N": {}}}}}]}})",
      k_timed_case, elements);
  JUDGE_CHECK(write_file(folder.path() / "tests.json", cases));
  return folder;
}

bool is_worth_a_copy(const Case& test) {
  return test.work_bytes > 0 && test.work_flops <= 10 * test.work_bytes && !test.is_end_to_end();
}

struct CopyAttempt {
  std::string name;
  double median_ns = 0;
};

// Built, tested and timed as any attempt, at a problem of its own. Their players end before the memory that they have mapped does: of
// those that were timed only the names and medians are left.
Result<std::vector<CopyAttempt>> time_copies(const CommonOptions& common, const Setting& like, const fs::path& folder,
                                             TimingOptions options, Observer& observer) {
  const fs::path sources = like.installation.device_sources() / "copy";
  std::vector<std::string> files;
  for (const char* name : k_attempts) files.push_back((sources / name).string() + ".cu");
  JUDGE_TRY(auto named, find_named(common, folder.string(), files));
  JUDGE_TRY(auto opening, open_setting({.installation = like.installation,
                                        .target = like.target,
                                        .cache_dir = common.cache_dir(),
                                        .problem = named.problem}));
  const Setting& setting = *opening.setting;
  auto building = start_builds(setting, std::move(named.submissions));
  JUDGE_TRY(auto player, start_player(setting));
  JUDGE_TRY(const auto harness, open_harness(setting, std::move(opening.builds)));
  JUDGE_TRY(auto tested, test_all(*harness, std::move(building), player, observer));
  std::vector<Timed> attempts;
  for (auto& attempt : tested) attempts.push_back({{std::move(attempt), std::nullopt}, {}});
  options.pairs = TimingOptions::Pairs::with_fastest;
  const auto timed = find_case(setting.cases, k_timed_case);
  LockedDevice device(timing_lock_file(setting.device), observer);
  StageClock clock(setting.now);
  JUDGE_TRY([[maybe_unused]] const auto sampled,
            time_side_by_side(*harness, attempts, timed.value(), options, device, clock, observer));
  std::vector<CopyAttempt> copies;
  for (const Timed& attempt : attempts)
    if (!attempt.measurements.empty()) copies.push_back({attempt.attempt.name, attempt.measurements.front().device.median_ns});
  return copies;
}

}  // namespace

Result<std::optional<CopyTime>> copy_time(const CommonOptions& common, const TimingOptions& options, const Judged& judged,
                                          Observer& observer) {
  const Setting& setting = judged.setting();
  if (judged.ranked.contestants.empty() || setting.runtime.kind != RuntimeKind::cuda) return std::nullopt;
  const Case& test = setting.cases[judged.ranked.case_index];
  const auto elements = static_cast<long long>(test.work_bytes / (2 * sizeof(float)));
  if (!is_worth_a_copy(test) || elements < 1) return std::nullopt;
  JUDGE_TRY(const auto folder, copy_problem(setting.installation.device_sources() / "copy", elements));
  JUDGE_TRY(const auto copies, time_copies(common, setting, folder.path(), options, observer));
  std::optional<CopyTime> best;
  for (const CopyAttempt& copy : copies)
    if (!best || copy.median_ns < best->median_ns) best = {test.work_bytes, copy.median_ns, copy.name};
  return best;
}

}  // namespace judge
