#include "judge/passes/blocks_side_by_side.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/passes/rejections.hpp"
#include "judge/passes/side_by_side.hpp"
#include "judge/passes/testing.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

constexpr std::chrono::milliseconds k_side_by_side_time{4'000};

}  // namespace

bool may_depend_on_pace(const Tested& attempt) {
  return attempt.built && attempt.is_right() && contains(attempt.findings, Fault::Kind::block_order, &Finding::kind);
}

Result<Checked> judge_with_blocks_side_by_side(Harness& harness, Checked attempt, Observer& observer) {
  const auto indices = small_cases(harness.setting.cases, attempt, SmallCases::smallest_first);
  if (indices.empty()) return attempt;
  observer.overall_stage(fmt::format("{}: small cases with blocks side by side", attempt.attempt.name));
  JUDGE_TRY(const BuildResult result, build_attempt(harness.setting, BuildPurpose::lockstep, attempt));
  JUDGE_TRY(const auto built, built_from(result, attempt));
  if (!built) return attempt;
  JUDGE_TRY(auto player,
            start_player(harness.setting, {.memory = attempt.memory, .order = protocol::ThreadOrder::blocks_side_by_side}));
  JUDGE_TRY(const auto players, load(harness, *built, std::move(player)));
  if (!players) return attempt;
  JUDGE_TRY(const auto failed, first_wrong_answer(harness, *players, indices, k_side_by_side_time));
  if (!failed) return attempt;
  const Case& test = harness.setting.cases[failed->index];
  std::ranges::find(attempt.findings, Fault::Kind::block_order, &Finding::kind)->note = fmt::format(
      "{} is right where the blocks run one after the other, and wrong where several run side by side, as on a GPU; that "
      "decided",
      test.name);
  reject_case(attempt, failed->index, failed->outcome, test);
  return attempt;
}

}  // namespace judge
