#include "judge/judging/judging.hpp"

#include <unistd.h>

#include <algorithm>

#include "judge/catalog/catalog.hpp"
#include "judge/judging/ceilings.hpp"
#include "judge/judging/checking.hpp"
#include "judge/judging/lockstep.hpp"
#include "judge/judging/pieces.hpp"
#include "judge/judging/utc_now.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/util/hash.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/judge_outcome.hpp"

namespace judge {

namespace {

// Each contestant once for each variant, under a name that says which.
std::vector<Contestant> with_variants(std::vector<Contestant> contestants,
                                      const std::vector<std::vector<std::string>>& variants) {
  if (variants.empty()) return contestants;
  std::vector<Contestant> all;
  for (const auto& contestant : contestants)
    for (const auto& defines : variants) {
      Contestant variant{.attempt = contestant.attempt, .source = contestant.source, .defines = defines};
      for (const auto& define : defines) variant.attempt.name += " " + define;
      variant.attempt.content_hash = hash_of(variant.attempt.name + contestant.source);
      all.push_back(std::move(variant));
    }
  return all;
}

// Checks each attempt in turn; the next one's player makes its context meanwhile.
Result<void> check_all(Workbench& bench, std::vector<Contestant>& contestants, StageClock& shared, Observer& observer) {
  std::optional<PlayerProcess> next;
  JUDGE_TRY(next, bench.start_player());
  JUDGE_CHECK(bench.open());
  shared.lap("reference");
  for (std::size_t i = 0; i < contestants.size(); ++i) {
    PlayerProcess player = *std::move(next);
    next.reset();
    if (i + 1 < contestants.size()) {
      JUDGE_TRY(next, bench.start_player());
    }
    Contestant& contestant = contestants[i];
    observer.attempt_started(contestant.attempt.name, bench.cases().size());
    StageClock clock;
    JUDGE_CHECK(check_attempt(bench, contestant, std::move(player), clock, observer));
    contestant.stages = clock.stages();
  }
  return {};
}

// The ranked case, which is the first timed one, unless another or "all" was asked for; none where none is to be timed.
Result<std::vector<std::size_t>> timed_cases(const Workbench& bench, const JudgingOptions& options) {
  std::vector<std::size_t> indices;
  std::string names;
  for (std::size_t i = 0; i < bench.cases().size(); ++i) {
    const Case& test = bench.cases()[i];
    if (test.purpose != Purpose::timed) continue;
    names += " " + test.name;
    const bool wanted = options.timed_case.empty() ? indices.empty()
                                                   : options.timed_case == "all" || options.timed_case == test.name;
    if (wanted) indices.push_back(i);
  }
  if (!options.timed_case.empty() && indices.empty())
    return fail("--case {}: {} has no such timed case; it has:{}", options.timed_case, bench.problem().name, names);
  if (options.check_only) indices.clear();
  return indices;
}

// Accepted, with the reads beside a buffer that a GPU forgives.
Verdict accepted_verdict(const Workbench& bench, const Contestant& contestant) {
  return judge_outcome(outcome::Passed{contestant.findings}, bench.cases().back());
}

Record record_of(Workbench& bench, Contestant& contestant, const std::string& run_id, const StageClock& shared) {
  Record record{.run_id = run_id,
                .time = utc_now(),
                .judge_version = JUDGE_VERSION,
                .problem = bench.problem().name,
                .problem_hash = bench.problem().content_hash,
                .attempt = contestant.attempt,
                .device = bench.device(),
                .toolchain = contestant.artifact ? contestant.artifact->toolchain : bench.builder().toolchain(),
                .seed = bench.seed(),
                .verdict = contestant.verdict.value_or(accepted_verdict(bench, contestant)),
                .mismatch = contestant.mismatch,
                .fault = contestant.fault,
                .findings = contestant.findings,
                .check = contestant.check,
                .cases = contestant.cases,
                .measurements = contestant.measurements,
                .stages = shared.stages()};
  record.stages.insert(record.stages.end(), contestant.stages.begin(), contestant.stages.end());
  return record;
}

// Times every accepted contestant on every timed case; how they stand in the first one.
Result<TimedCase> time_all(Workbench& bench, std::vector<Contestant>& contestants,
                           const std::vector<std::size_t>& cases, const JudgingOptions& options, DeviceLimits& limits,
                           Observer& observer) {
  TimedCase ranked;
  for (const std::size_t index : cases) {
    JUDGE_TRY(auto timed, time_side_by_side(bench, contestants, index, options.timing, observer));
    JUDGE_CHECK(reject_impossible_times(bench, contestants, timed, limits));
    for (const std::size_t contestant : timed.contestants)
      if (options.in_pieces && !contestants[contestant].verdict)
        JUDGE_CHECK(time_pieces(bench, contestants[contestant], index, options.timing.l2));
    if (ranked.contestants.empty()) ranked = std::move(timed);
  }
  // A later timed case may have cost someone the place in the first.
  ranked.keep_only([&](std::size_t contestant) { return !contestants[contestant].verdict; });
  return ranked;
}

}  // namespace

bool Judged::all_accepted() const {
  return std::ranges::all_of(records,
                             [](const Record& record) { return record.verdict.kind == VerdictKind::accepted; });
}

Result<Judged> judge_attempts(const CommonOptions& common, const JudgingOptions& options, Observer& observer) {
  install_interrupt_handler();
  StageClock shared;

  // What is judged, and on what.
  const Installation installation = find_installation();
  JUDGE_TRY(const auto root, find_root(common.root, installation));
  JUDGE_TRY(const Problem problem, find_problem(root, options.problem));
  Judged judged;
  auto& [bench, contestants, records, ranked, medians_ns, ceilings] = judged;
  JUDGE_TRY(contestants, gather_attempts(options.attempts, root, problem));
  contestants = with_variants(std::move(contestants), options.variants);
  JUDGE_TRY(const Target target, choose_target(common.runtime, installation));
  if (!target.note.empty()) observer.message(target.note);
  shared.lap("start");

  // Compilers start; the device wakes up meanwhile.
  JUDGE_TRY(bench, Workbench::create({.installation = installation, .target = target, .cache_dir = common.cache_dir(),
                                      .problem = problem, .seed = options.seed}));
  start_builds(*bench, contestants);
  JUDGE_TRY(auto ledger, Ledger::open(common.ledger_path()));
  JUDGE_TRY(auto limits, DeviceLimits::prepare(*bench, ledger));
  JUDGE_TRY(const auto cases_to_time, timed_cases(*bench, options));
  if (!cases_to_time.empty()) bench->draw_ahead(cases_to_time.front(), options.timing.draws);
  shared.lap("device");

  // Every case of every attempt.
  observer.run_started(contestants.size());
  observer.overall_stage(fmt::format("building {} attempt{}", contestants.size(), contestants.size() == 1 ? "" : "s"));
  JUDGE_CHECK(check_all(*bench, contestants, shared, observer));
  shared.restart();

  // Once more under the checker: every case of those that passed, if that was asked for; the case that failed.
  for (auto& contestant : contestants)
    if (wants_examination(contestant, options.check)) JUDGE_CHECK(examine(*bench, contestant, observer));
  shared.lap("check");

  // And in lockstep where that may be why it failed, for the verdict that a GPU gives.
  for (auto& contestant : contestants)
    if (options.check != CheckWish::none && may_depend_on_lockstep(*bench, contestant))
      JUDGE_CHECK(judge_in_lockstep(*bench, contestant, observer));
  shared.lap("lockstep");

  // The accepted ones against the clock, side by side. First, once for each device, what it can do at most.
  if (!cases_to_time.empty() && limits.have_to_be_measured()) {
    if (const auto found = limits.find_out(); !found)
      observer.message("the device's limits are not known, so no time is held against them: " + found.error().message);
    shared.lap("limits");
  }
  JUDGE_TRY(ranked, time_all(*bench, contestants, cases_to_time, options, limits, observer));
  ceilings = limits.known();
  if (!cases_to_time.empty()) shared.lap("timing");

  // Into the ledger.
  const std::string run_id = fmt::format("{:016x}", bench->seed() ^ static_cast<std::uint64_t>(::getpid()) << 32);
  for (auto& contestant : contestants) {
    if (contestant.player) contestant.printed = contestant.player->printed();
    records.push_back(record_of(*bench, contestant, run_id, shared));
    if (options.keep == JudgingOptions::Keep::in_ledger) { JUDGE_TRY(records.back().id, ledger.append(records.back())); }
    observer.attempt_done(records.back());
  }
  JUDGE_TRY(medians_ns, ledger.all_medians({.problem = problem.name, .device_id = bench->device().id,
                                            .problem_hash = problem.content_hash}));
  observer.run_ended();
  return judged;
}

}  // namespace judge
