#include "judge/passes/later_passes.hpp"

#include <algorithm>

#include "judge/passes/blocks_side_by_side.hpp"
#include "judge/passes/checker_run.hpp"
#include "judge/passes/full_size.hpp"
#include "judge/passes/judging_rules.hpp"
#include "judge/passes/late_writes.hpp"
#include "judge/passes/lockstep.hpp"
#include "judge/passes/operations.hpp"
#include "judge/passes/other_executions.hpp"
#include "judge/passes/other_order.hpp"
#include "judge/passes/peak_rates.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/passes/seemed_slow.hpp"
#include "judge/passes/warps_apart.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

Result<std::vector<Checked>> check_all(Harness& harness, std::vector<Tested> attempts, CheckWish wish, Observer& observer) {
  std::vector<Checked> checked;
  for (auto& attempt : attempts) {
    if (!wants_checker(attempt, wish)) {
      checked.push_back({std::move(attempt), std::nullopt});
      continue;
    }
    JUDGE_TRY(auto one, run_checker(harness, std::move(attempt), observer));
    checked.push_back(std::move(one));
  }
  return checked;
}

Result<std::vector<Checked>> lockstep_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish, Observer& observer) {
  for (auto& attempt : attempts)
    if (wish != CheckWish::none && may_depend_on_lockstep(harness.setting, attempt)) {
      JUDGE_TRY(attempt, judge_in_lockstep(harness, std::move(attempt), observer));
    }
  return attempts;
}

Result<std::vector<Checked>> full_size_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish,
                                           Observer& observer) {
  for (auto& attempt : attempts)
    if (wish != CheckWish::none && may_fail_at_full_size(harness.setting, attempt))
      JUDGE_CHECK(call_dry_at_full_size(harness, attempt, observer));
  return attempts;
}

Result<std::vector<Checked>> reorder_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish, Observer& observer) {
  if (wish == CheckWish::none) return attempts;
  for (auto& attempt : attempts) {
    if (may_lose_updates(harness.setting, attempt)) {
      JUDGE_TRY(attempt, judge_with_late_writes(harness, std::move(attempt), observer));
    }
    JUDGE_TRY(attempt, judge_in_other_executions(harness, std::move(attempt), observer));
    if (may_depend_on_order(harness.setting, attempt)) {
      JUDGE_TRY(attempt, look_in_another_order(harness, std::move(attempt), observer));
      JUDGE_TRY(attempt, look_at_absent_lanes(harness, std::move(attempt), observer));
      JUDGE_TRY(attempt, look_at_managed_memory(harness, std::move(attempt), observer));
    }
    if (may_depend_on_pace(attempt)) {
      JUDGE_TRY(attempt, judge_with_blocks_side_by_side(harness, std::move(attempt), observer));
    }
    if (may_depend_on_warps(harness.setting, attempt)) {
      JUDGE_TRY(attempt, judge_with_warps_apart(harness, std::move(attempt), observer));
    }
  }
  return attempts;
}

Result<Times> time_all(Harness& harness, std::vector<Checked> checked, const std::vector<std::size_t>& cases,
                       const JudgingRules& rules, DevicePeaks& peaks, DeviceAccess& device, StageClock& clock,
                       Observer& observer) {
  Times times;
  auto& [attempts, ranked] = times;
  for (auto& attempt : checked) attempts.push_back({std::move(attempt), {}});
  for (const std::size_t index : cases) {
    JUDGE_TRY(auto timed, time_side_by_side(harness, attempts, index, rules.timing, device, clock, observer));
    JUDGE_CHECK(reject_impossible_times(harness.setting, attempts, timed, peaks, device, observer));
    if (rules.by_operation) {
      JUDGE_CHECK(device.alone());
      JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(index));
      for (const std::size_t attempt : timed.contestants)
        JUDGE_CHECK(time_operations(harness.referee, *prepared, attempts[attempt], rules.timing.l2));
    }
    if (ranked.contestants.empty()) ranked = std::move(timed);
    device.leave();
  }
  for (Timed& attempt : attempts) reject_what_only_seemed_slow(harness.setting.cases, attempt);
  // A later timed case may have cost someone the rank in the first.
  ranked.keep_only([&](std::size_t attempt) { return attempts[attempt].is_to_be_timed(); });
  return times;
}

bool failed_only_extra(const Setting& setting, const Verdict& verdict) {
  if (verdict.kind == VerdictKind::accepted || verdict.kind == VerdictKind::cheating) return false;
  return std::ranges::any_of(setting.cases, [&](const Case& test) { return test.is_extra && test.name == verdict.case_name; });
}

std::string new_run_id(const Setting& setting) { return fmt::format("{:016x}", setting.random_bits()); }

Record record_of(const Setting& setting, const Tested& attempt, const std::string& run_id,
                 const std::vector<StageTime>& shared) {
  Record record{.run_id = run_id,
                .time = setting.utc_now(),
                .judge_version = JUDGE_VERSION,
                .problem = setting.problem.name,
                .problem_hash = setting.problem.content_hash,
                .attempt = attempt.attempt,
                .device = setting.device,
                .toolchain = attempt.built ? attempt.built->artifact.toolchain : setting.builder.toolchain(),
                .seed = setting.seed,
                .cases = attempt.cases,
                .stages = shared};
  take_verdict(record, setting, attempt);
  if (failed_only_extra(setting, record.verdict))
    record.verdict.details =
        join_lines({record.verdict.details, "An extra case: all that count pass, and the ledger keeps nothing of this run."});
  record.stages.insert(record.stages.end(), attempt.stages.begin(), attempt.stages.end());
  return record;
}

Record record_of(const Setting& setting, const Timed& attempt, const std::string& run_id,
                 const std::vector<StageTime>& shared) {
  Record record = record_of(setting, static_cast<const Tested&>(attempt), run_id, shared);
  record.check = attempt.check;
  record.measurements = attempt.measurements;
  record.not_timed = attempt.not_timed;
  return record;
}

}  // namespace judge
