#include "judge/passes/warps_apart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/passes/rejections.hpp"
#include "judge/passes/side_by_side.hpp"
#include "judge/passes/testing.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

using protocol::ThreadOrder;

// Each is called five times, and each call is some hundred times slower.
constexpr std::chrono::milliseconds k_warps_apart_time{12'000};

// Those that show most first: of large cases there may be time for one alone.
std::vector<ThreadOrder> orders_of(WarpDistance distance) {
  using enum ThreadOrder;
  if (distance == WarpDistance::far_from_start) return {low_warps_far_ahead, high_warps_far_ahead, even_warps_far_ahead};
  if (distance == WarpDistance::far)
    return {some_warps_late, other_warps_late, low_warps_far_ahead, high_warps_far_ahead, even_warps_far_ahead};
  return {some_warps_late, other_warps_late, low_warps_ahead, high_warps_ahead, even_warps_ahead};
}

Finding warps_apart_finding(const Case& test) {
  return {.kind = Fault::Kind::warps_apart,
          .in_kernel = false,
          .note = fmt::format(
              "{} is right where the threads of a block run one after the other, and wrong where its warps run side "
              "by side and some get a little ahead, as on a GPU; that decided",
              test.name)};
}

}  // namespace

bool is_race_between_warps(const Finding& finding) {
  return finding.kind == Fault::Kind::race && finding.other && finding.other->block == finding.block && !finding.in_one_warp;
}

// Of a race the first two threads are reported, which may be of one warp where others are of two.
static bool is_race_in_block(const Finding& finding) {
  return finding.kind == Fault::Kind::race && finding.other && finding.other->block == finding.block;
}

bool races_between_warps(const std::vector<Finding>& findings) { return std::ranges::any_of(findings, is_race_between_warps); }

Result<Players> players_with_warps_apart(Harness& harness, const Checked& attempt, const Built& built, WarpDistance distance) {
  Players players;
  for (const ThreadOrder order : orders_of(distance)) {
    JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory, .order = order}));
    JUDGE_TRY(auto loaded, load(harness, built, std::move(player)));
    if (!loaded) return Players();
    players.push_back(std::move(loaded->front()));
  }
  return players;
}

bool may_depend_on_warps(const Setting& setting, const Tested& attempt) {
  return setting.runtime.kind == RuntimeKind::emulated && attempt.built && attempt.is_right() &&
         (std::ranges::any_of(attempt.findings, is_race_in_block) ||
          contains(attempt.findings, Fault::Kind::block_order, &Finding::kind));
}

Result<Checked> judge_with_warps_apart(Harness& harness, Checked attempt, Observer& observer) {
  const auto indices = small_cases(harness.setting.cases, attempt, SmallCases::smallest_first);
  if (indices.empty()) return attempt;
  observer.overall_stage(fmt::format("{}: small cases with the warps of a block apart", attempt.attempt.shown()));
  JUDGE_TRY(const BuildResult result, build_attempt(harness.setting, BuildPurpose::lockstep, attempt));
  JUDGE_TRY(const auto built, built_from(result, attempt));
  if (!built) return attempt;
  JUDGE_TRY(const auto players, players_with_warps_apart(harness, attempt, *built, WarpDistance::close));
  JUDGE_TRY(const auto failed, first_wrong_answer(harness, players, indices, k_warps_apart_time));
  if (!failed) return attempt;
  const Case& test = harness.setting.cases[failed->index];
  attempt.findings.push_back(warps_apart_finding(test));
  reject_case(attempt, failed->index, failed->outcome, test);
  return attempt;
}

}  // namespace judge
