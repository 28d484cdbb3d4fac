#include "judge/judging/judging.hpp"

#include <unistd.h>

#include <algorithm>

#include "judge/catalog/suggest.hpp"
#include "judge/judging/late_writes.hpp"
#include "judge/judging/lockstep.hpp"
#include "judge/judging/operations.hpp"
#include "judge/judging/other_order.hpp"
#include "judge/judging/peak_rates.hpp"
#include "judge/judging/testing.hpp"
#include "judge/judging/turn.hpp"
#include "judge/judging/utc_now.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/referee/free_memory.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/protection.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

std::unexpected<Error> no_such_timed_case(const Setting& setting, const std::string& name) {
  const auto cases = cases_of(setting.problem, setting.target.kind, {.all = true});
  std::vector<std::string> names;
  for (const auto& test : cases.value_or(setting.cases))
    if (test.purpose == Purpose::timed) names.push_back(test.name);
  return fail("--case {}: {} has no such timed case; it has: {}{}", name, setting.problem.name, fmt::join(names, ", "),
              did_you_mean(name, names));
}

// The ranked case, which is the first timed one, unless another or "all" was asked for; none where none is to be timed.
Result<std::vector<std::size_t>> timed_cases(const Setting& setting, const JudgingOptions& options) {
  std::vector<std::size_t> indices;
  for (std::size_t i = 0; i < setting.cases.size(); ++i) {
    const Case& test = setting.cases[i];
    if (test.purpose != Purpose::timed) continue;
    const bool wanted =
        options.timed_case.empty() ? indices.empty() : options.timed_case == "all" || options.timed_case == test.name;
    if (wanted) indices.push_back(i);
  }
  if (!options.timed_case.empty() && indices.empty()) return no_such_timed_case(setting, options.timed_case);
  if (options.check_only) indices.clear();
  return indices;
}

// Once more under the checker: every case of those that passed, if that was asked for; the case that failed.
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

// In lockstep where that may be why it failed, for the verdict that a GPU gives.
Result<std::vector<Checked>> lockstep_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish, Observer& observer) {
  for (auto& attempt : attempts)
    if (wish != CheckWish::none && may_depend_on_lockstep(harness.setting, attempt)) {
      JUDGE_TRY(attempt, judge_in_lockstep(harness, std::move(attempt), observer));
    }
  return attempts;
}

// In orders that a GPU's threads and blocks may have, and those of the emulated runtime have not.
Result<std::vector<Checked>> reorder_all(Harness& harness, std::vector<Checked> attempts, CheckWish wish, Observer& observer) {
  if (wish == CheckWish::none) return attempts;
  for (auto& attempt : attempts) {
    if (may_lose_updates(harness.setting, attempt)) {
      JUDGE_TRY(attempt, judge_with_late_writes(harness, std::move(attempt), observer));
    }
    if (may_depend_on_order(harness.setting, attempt)) {
      JUDGE_TRY(attempt, look_in_another_order(harness, std::move(attempt), observer));
    }
  }
  return attempts;
}

struct Times {
  std::vector<Timed> attempts;
  TimedCase ranked;
};

// Times every attempt that is right on every timed case; how they stand in the first one.
Result<Times> time_all(Harness& harness, std::vector<Checked> checked, const std::vector<std::size_t>& cases,
                       const JudgingOptions& options, DevicePeaks& peaks, Observer& observer) {
  Times times;
  auto& [attempts, ranked] = times;
  for (auto& attempt : checked) attempts.push_back({std::move(attempt), {}});
  if (harness.bystander && std::ranges::any_of(attempts, &Timed::is_right)) JUDGE_CHECK(stand_by(harness, *harness.bystander));
  for (const std::size_t index : cases) {
    JUDGE_TRY(auto timed, time_side_by_side(harness, attempts, index, options.timing, observer));
    JUDGE_CHECK(reject_impossible_times(harness.setting, attempts, timed, peaks));
    for (const std::size_t attempt : timed.contestants)
      if (options.by_operation) JUDGE_CHECK(time_operations(harness, attempts[attempt], index, options.timing.l2));
    if (ranked.contestants.empty()) ranked = std::move(timed);
  }
  // A later timed case may have cost someone the place in the first.
  ranked.keep_only([&](std::size_t attempt) { return attempts[attempt].is_right(); });
  return times;
}

// Then the attempt's standing is what it was: such a record is told, not kept.
bool failed_only_extra(const Setting& setting, const Verdict& verdict) {
  if (verdict.kind == VerdictKind::accepted || verdict.kind == VerdictKind::cheating) return false;
  return std::ranges::any_of(setting.cases, [&](const Case& test) { return test.is_extra && test.name == verdict.case_name; });
}

Record record_of(const Setting& setting, const Timed& attempt, const std::string& run_id,
                 const std::vector<StageTime>& shared) {
  Record record{.run_id = run_id,
                .time = utc_now(),
                .judge_version = JUDGE_VERSION,
                .problem = setting.problem.name,
                .problem_hash = setting.problem.content_hash,
                .attempt = attempt.attempt,
                .device = setting.device,
                .toolchain = attempt.built ? attempt.built->artifact.toolchain : setting.builder.toolchain(),
                .seed = setting.seed,
                .check = attempt.check,
                .cases = attempt.cases,
                .measurements = attempt.measurements,
                .stages = shared};
  take_verdict(record, setting, attempt);
  if (failed_only_extra(setting, record.verdict))
    record.verdict.details =
        join_lines({record.verdict.details, "An extra case: all that count pass, and the ledger keeps nothing of this run."});
  record.stages.insert(record.stages.end(), attempt.stages.begin(), attempt.stages.end());
  return record;
}

}  // namespace

bool Judged::all_accepted() const {
  return std::ranges::all_of(records, [](const Record& record) { return record.verdict.kind == VerdictKind::accepted; });
}

Result<int> Judged::status() const {
  if (not_kept) return fail("not all of this is in the ledger: {}", not_kept->message);
  return all_accepted() ? 0 : 1;
}

Result<Judged> judge_attempts(const CommonOptions& common, const JudgingOptions& options, Observer& observer) {
  JUDGE_TRY(auto named, find_named(common, options.problem, options.attempts));
  return judge_submissions(common, options, std::move(named), observer);
}

// To run other people's code.
static Result<void> look_at_protection(const JudgingOptions& options, Observer& observer) {
  for (const std::string& missing : missing_protection()) {
    if (options.require_sandbox) return fail("--require-sandbox: this machine has {}; `judge doctor` shows it", missing);
    observer.message("note: this machine has " + missing);
  }
  return {};
}

Result<Judged> judge_submissions(const CommonOptions& common, const JudgingOptions& options, Named named, Observer& observer) {
  install_interrupt_handler();
  StageClock& clock = named.clock;
  Judged judged;
  JUDGE_CHECK(look_at_protection(options, observer));
  JUDGE_TRY(const Target target, choose_target(common.runtime, named.installation));
  if (!target.note.empty()) observer.message(target.note);
  clock.lap("start");

  // Build: compilers start, and the device wakes up meanwhile.
  JUDGE_TRY(auto opening, open_setting({.installation = named.installation,
                                        .target = target,
                                        .cache_dir = common.cache_dir(),
                                        .problem = named.problem,
                                        .seed = options.seed,
                                        .extra = {.all = options.extra, .name = options.timed_case}}));
  judged.setting = std::move(opening.setting);
  const Setting& setting = *judged.setting;
  auto building = start_builds(setting, std::move(named.submissions));
  JUDGE_TRY(auto ledger, Ledger::open(common.ledger_path()));
  JUDGE_TRY(auto peaks, DevicePeaks::prepare(setting, ledger));
  JUDGE_TRY(const auto cases_to_time, timed_cases(setting, options));
  JUDGE_TRY(const FreeMemory free, free_memory(setting.runtime));
  JUDGE_CHECK(check_room(setting.cases, free));
  DrawnAhead ahead;
  if (!cases_to_time.empty()) ahead = draw_ahead(setting, cases_to_time.front());
  clock.lap("device");

  observer.run_started(building.size());
  observer.overall_stage(fmt::format("building {} attempt{}", building.size(), building.size() == 1 ? "" : "s"));
  JUDGE_TRY(auto first_player, start_player(setting));
  JUDGE_TRY(judged.harness, open_harness(setting, std::move(opening.builds), std::move(ahead)));
  Harness& harness = *judged.harness;
  if (!cases_to_time.empty()) {
    JUDGE_TRY(harness.bystander, start_player(setting));
  }
  harness.oracle.tell_slow_calls_to([&observer](const std::string& line) { observer.message(line); });
  clock.lap("reference");

  // Load and check: every case of every attempt.
  JUDGE_TRY(auto tested, test_all(harness, std::move(building), std::move(first_player), observer));
  clock.restart();

  // Sanitize: a closer look at what failed, or at everything.
  JUDGE_TRY(auto checked, check_all(harness, std::move(tested), options.check, observer));
  clock.lap("check");
  JUDGE_TRY(checked, lockstep_all(harness, std::move(checked), options.check, observer));
  clock.lap("lockstep");

  // Those that passed, once more in other orders of threads and blocks: does one wait for another at all?
  JUDGE_TRY(checked, reorder_all(harness, std::move(checked), options.check, observer));
  clock.lap("order");

  // Time: what is right, side by side. First, once for each device, what it can do at most.
  std::optional<FileLock> turn;
  if (!cases_to_time.empty()) {
    JUDGE_TRY(turn, wait_for_turn(turn_file(setting.device), observer));
    clock.restart();
  }
  if (!cases_to_time.empty() && peaks.have_to_be_measured()) {
    if (const auto found = peaks.find_out(); !found)
      observer.message("the device's peak rates are not known, so impossible times are not rejected: " + found.error().message);
    clock.lap("limits");
  }
  JUDGE_TRY(auto times, time_all(harness, std::move(checked), cases_to_time, options, peaks, observer));
  turn.reset();
  judged.attempts = std::move(times.attempts);
  judged.ranked = std::move(times.ranked);
  judged.peaks = peaks.known();
  if (!cases_to_time.empty()) clock.lap("timing");

  // Record.
  const std::string run_id = fmt::format("{:016x}", setting.seed ^ static_cast<std::uint64_t>(::getpid()) << 32);
  for (const Timed& attempt : judged.attempts) {
    Record& record = judged.records.emplace_back(record_of(setting, attempt, run_id, clock.stages()));
    if (options.keep == JudgingOptions::Keep::in_ledger && !failed_only_extra(setting, record.verdict) && !judged.not_kept) {
      if (const auto id = ledger.append(record)) record.id = *id;
      else judged.not_kept = id.error();
    }
    observer.attempt_done(record);
  }
  auto medians_ns = ledger.all_medians(
      {.problem = setting.problem.name, .device_id = setting.device.id, .problem_hash = setting.problem.content_hash});
  if (medians_ns) judged.medians_ns = *std::move(medians_ns);
  else if (!judged.not_kept) judged.not_kept = medians_ns.error();
  observer.run_ended();
  return judged;
}

}  // namespace judge
