#include "judge/passes/late_writes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/passes/checker_run.hpp"
#include "judge/passes/plain_updates.hpp"
#include "judge/passes/testing.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/findings.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

// In code for lockstep a call takes some hundred times as long.
constexpr double k_most_wall_side_by_side_ns = 4e6;
constexpr std::size_t k_most_cases_side_by_side = 8;
constexpr std::chrono::milliseconds k_all_side_by_side{2'000};

// The largest first of those whose call took little: where many threads meet there, they lose what they add.
std::vector<std::size_t> small_cases(const std::vector<Case>& cases, const Tested& attempt) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < attempt.cases.size(); ++i)
    if (attempt.cases[i].wall_ns <= k_most_wall_side_by_side_ns && !cases[i].is_full_size_twin) indices.push_back(i);
  std::ranges::stable_sort(indices, std::greater(), [&](std::size_t i) { return bytes_of(cases[i]); });
  if (indices.size() > k_most_cases_side_by_side) indices.resize(k_most_cases_side_by_side);
  return indices;
}

struct Failed {
  std::size_t index = 0;
  Outcome outcome;
};

Result<std::optional<Failed>> first_wrong_answer(Harness& harness, Player& player, const std::vector<std::size_t>& indices) {
  const auto deadline = harness.setting.now() + k_all_side_by_side;
  for (const std::size_t index : indices) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline - harness.setting.now());
    if (left.count() <= 0) break;
    JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(index));
    JUDGE_TRY(auto called, harness.referee.call(player, *prepared, {.l2 = Referee::L2::warm, .most_time = left}));
    if (interrupted()) return fail("interrupted");
    if (std::holds_alternative<outcome::WrongAnswer>(called.outcome)) return Failed{index, std::move(called.outcome)};
    if (!std::holds_alternative<outcome::Passed>(called.outcome)) break;
  }
  return std::nullopt;
}

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
  attempt.cases.resize(failed.index + 1);
  attempt.cases.back().passed = false;
  reject(attempt, failed.outcome, test);
  auto& details = attempt.standing.error().verdict.details;
  details = join_lines({details, findings_text(attempt.findings, test)});
  return attempt;
}

}  // namespace

bool may_lose_updates(const Setting& setting, const Tested& attempt) {
  return setting.runtime.kind == RuntimeKind::emulated && attempt.built && attempt.is_right() &&
         has_plain_updates(attempt.source);
}

Result<Checked> judge_with_late_writes(Harness& harness, Checked attempt, Observer& observer) {
  const auto indices = small_cases(harness.setting.cases, attempt);
  if (indices.empty()) return attempt;
  observer.overall_stage(fmt::format("{}: small cases with threads side by side", attempt.attempt.name));
  JUDGE_TRY(const BuildResult result, build_attempt(harness.setting, BuildPurpose::lockstep, attempt));
  JUDGE_TRY(const auto built, built_from(result, attempt));
  if (!built) return attempt;
  JUDGE_TRY(auto player,
            start_player(harness.setting, {.memory = attempt.memory, .order = protocol::ThreadOrder::late_writes}));
  JUDGE_TRY(const auto players, load(harness, *built, std::move(player)));
  if (!players) return attempt;
  JUDGE_TRY(const auto failed, first_wrong_answer(harness, *players->front(), indices));
  if (!failed) return attempt;
  return reject_lost_updates(harness, std::move(attempt), *failed, observer);
}

}  // namespace judge
