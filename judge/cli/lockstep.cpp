#include "judge/cli/lockstep.hpp"

#include <algorithm>

#include "judge/cli/checking.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/judge_outcome.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

using Clock = std::chrono::steady_clock;
// Lockstep is some fifty times slower. A call may take so long, and no case is begun after twice that.
constexpr std::chrono::milliseconds k_patience{60'000};

struct Lockstepped {
  std::vector<CaseResult> cases;               // from the one that failed on
  std::optional<Outcome> failure;              // of the last one of them
  std::string not_run;                         // the first case that there was no time for
};

bool did_not_end(const Contestant& contestant) {
  return contestant.verdict->kind == VerdictKind::time_limit && !contestant.fault;
}

// Read before it was written: by a lane that ran too early. The checker sees no race there if both are volatile.
bool is_read_too_early(const Finding& finding) {
  return finding.kind == Fault::Kind::uninitialised_read && finding.in_kernel && finding.space != Fault::Space::local;
}

// What runs in lockstep runs in the order of any other run but for the lanes of a warp: it cannot hide another mistake.
bool may_be_of_lanes(const Contestant& contestant) {
  return std::ranges::any_of(contestant.findings,
                             [](const Finding& finding) { return finding.in_one_warp || is_read_too_early(finding); });
}

int patience_for(const Case& test) {
  const auto limit = std::max<std::chrono::milliseconds>(test.time_limit, std::chrono::milliseconds(1));
  return static_cast<int>(std::max<std::int64_t>(1, k_patience / limit));
}

// False: it cannot be loaded.
Result<bool> load_again(Workbench& bench, Contestant& again, int patience) {
  again.player.reset();
  JUDGE_TRY(auto player, bench.start_player(patience));
  return load_attempt(bench, again, std::move(player));
}

// A call that had no end gets no more time than it had, until it has shown that it has one.
Result<Lockstepped> call_cases(Workbench& bench, Contestant& again, std::size_t first, bool had_no_end, Progress& progress) {
  Lockstepped result;
  const auto deadline = Clock::now() + 2 * k_patience;
  for (std::size_t i = first; i < bench.cases().size() && !result.failure; ++i) {
    const Case& test = bench.cases()[i];
    if (Clock::now() > deadline) {
      result.not_run = test.name;
      break;
    }
    progress.overall_stage(fmt::format("{}: {} with the lanes of each warp in lockstep", again.attempt.name, test.name));
    JUDGE_TRY(const PreparedCase* prepared, bench.prepared(i));
    JUDGE_TRY(auto called, bench.referee().call(*again.player, *prepared, Bracket::none, Referee::L2::warm));
    if (interrupted()) return fail("interrupted");
    const bool passed = std::holds_alternative<outcome::Passed>(called.outcome);
    result.cases.push_back({.name = test.name, .sizes = sizes_of(test), .seed = prepared->seed, .passed = passed,
                            .wall_ns = called.returned.wall_ns});
    if (!passed && i > first && std::holds_alternative<outcome::TimedOut>(called.outcome)) result.not_run = test.name;
    else if (!passed) result.failure = std::move(called.outcome);
    if (!result.not_run.empty()) break;
    if (passed && i == first && had_no_end) {
      JUDGE_TRY(const bool loaded, load_again(bench, again, patience_for(test)));
      if (!loaded) return fail("{} was loaded once and cannot be loaded again", again.attempt.name);
    }
  }
  return result;
}

Finding lockstep_finding(const Contestant& contestant, const Lockstepped& result) {
  std::string note = did_not_end(contestant)
                         ? "where threads run one after the other it does not end; side by side, as on a GPU, it does"
                         : "where the lanes of a warp run one after the other the answer is wrong; in lockstep, as a GPU "
                           "mostly runs them, it is right, and that decided";
  if (!result.not_run.empty()) note += fmt::format("; there was no time for the cases from {} on", result.not_run);
  return {.kind = Fault::Kind::lockstep, .in_kernel = false, .note = std::move(note)};
}

// The case that failed, and those that came after it, were decided in lockstep.
void take(Workbench& bench, Contestant& contestant, Lockstepped result) {
  std::erase_if(contestant.findings, is_read_too_early);   // in lockstep it is not
  contestant.findings.push_back(lockstep_finding(contestant, result));
  contestant.mismatch.reset();
  contestant.fault.reset();
  contestant.cases.pop_back();
  const Case& last = *std::ranges::find(bench.cases(), result.cases.back().name, &Case::name);
  std::ranges::move(result.cases, std::back_inserter(contestant.cases));
  if (result.failure) return reject(contestant, *result.failure, last);
  // Said now, so that nobody times it: the code that runs in lockstep is not what the attempt is.
  contestant.verdict = judge_outcome(outcome::Passed{contestant.findings}, last);
}

}  // namespace

bool may_depend_on_lockstep(const Workbench& bench, const Contestant& contestant) {
  if (bench.runtime().kind != RuntimeKind::emulated || !contestant.artifact) return false;
  if (!contestant.verdict || contestant.verdict->case_name.empty() || contestant.cases.empty()) return false;
  const auto kind = contestant.verdict->kind;
  const bool may_be_right = kind == VerdictKind::wrong_answer || kind == VerdictKind::runtime_error;
  return did_not_end(contestant) || (may_be_right && may_be_of_lanes(contestant));
}

Result<void> judge_in_lockstep(Workbench& bench, Contestant& contestant, Progress& progress) {
  const auto failed = std::ranges::find(bench.cases(), contestant.verdict->case_name, &Case::name);
  if (failed == bench.cases().end()) return {};
  progress.overall_stage(fmt::format("{}: building it for lockstep", contestant.attempt.name));
  JUDGE_TRY(const BuildResult built, bench.build_attempt_for_lockstep(contestant.attempt.path, contestant.defines));
  if (std::holds_alternative<CompileFailure>(built)) return {};
  Contestant again{.attempt = contestant.attempt, .source = contestant.source, .artifact = std::get<Artifact>(built)};
  const bool had_no_end = did_not_end(contestant);
  JUDGE_TRY(const bool loaded, load_again(bench, again, had_no_end ? 1 : patience_for(*failed)));
  if (!loaded) return {};
  const auto first = static_cast<std::size_t>(failed - bench.cases().begin());
  JUDGE_TRY(auto result, call_cases(bench, again, first, had_no_end, progress));
  if (result.cases.empty() || !result.cases.front().passed) return {};
  take(bench, contestant, std::move(result));
  return {};
}

}  // namespace judge
