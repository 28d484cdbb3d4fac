#include "judge/passes/late_writes.hpp"

#include <fmt/format.h>

#include "judge/passes/checker_run.hpp"
#include "judge/passes/plain_updates.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/passes/side_by_side.hpp"
#include "judge/passes/testing.hpp"

namespace judge {

namespace {

constexpr std::chrono::milliseconds k_late_writes_time{2'000};

Finding lost_update_finding(const Case& test) {
  return {.kind = Fault::Kind::lost_update,
          .in_kernel = false,
          .note = fmt::format("{} is right where threads run one after the other, and wrong where they read before one of "
                              "them writes, as threads of a GPU do; that decided",
                              test.name)};
}

Result<Checked> reject_lost_updates(Harness& harness, Checked attempt, const Failed& failed, Observer& observer) {
  const Case& test = harness.setting.cases[failed.index];
  JUDGE_CHECK(add_findings_in_case(harness, attempt, failed.index, observer));
  attempt.findings.push_back(lost_update_finding(test));
  reject_case(attempt, failed.index, failed.outcome, test);
  return attempt;
}

}  // namespace

bool may_lose_updates(const Setting& setting, const Tested& attempt) {
  return setting.runtime.kind == RuntimeKind::emulated && attempt.built && attempt.is_right() &&
         has_plain_updates(attempt.code());
}

Result<Checked> judge_with_late_writes(Harness& harness, Checked attempt, Observer& observer) {
  const auto indices = small_cases(harness.setting.cases, attempt, SmallCases::largest_first);
  if (indices.empty()) return attempt;
  observer.overall_stage(fmt::format("{}: small cases with threads side by side", attempt.attempt.shown()));
  JUDGE_TRY(const BuildResult result, build_attempt(harness.setting, BuildPurpose::lockstep, attempt));
  JUDGE_TRY(const auto built, built_from(result, attempt));
  if (!built) return attempt;
  JUDGE_TRY(auto player,
            start_player(harness.setting, {.memory = attempt.memory, .order = protocol::ThreadOrder::late_writes}));
  JUDGE_TRY(const auto players, load(harness, *built, std::move(player)));
  if (!players) return attempt;
  JUDGE_TRY(const auto failed, first_wrong_answer(harness, *players, indices, k_late_writes_time));
  if (!failed) return attempt;
  return reject_lost_updates(harness, std::move(attempt), *failed, observer);
}

}  // namespace judge
