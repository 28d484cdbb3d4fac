#include "judge/passes/testing.hpp"

#include <algorithm>

#include "judge/build/several_streams.hpp"
#include "judge/build/symbols.hpp"
#include "judge/catalog/attempt_signature.hpp"
#include "judge/measure/sampling.hpp"
#include "judge/passes/hogged_memory.hpp"
#include "judge/passes/kept_state.hpp"
#include "judge/passes/load_failure.hpp"
#include "judge/passes/own_lines.hpp"
#include "judge/passes/players.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/passes/slow_here.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/judge_outcome.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

Verdict verdict_of(const CompileFailure& failure) {
  const auto kind = failure.timed_out     ? BuildFailure::timed_out
                    : failure.unsupported ? BuildFailure::unsupported
                                          : BuildFailure::does_not_compile;
  return judge_build(kind, failure.diagnostics);
}

// A compiler's last line need not end.
void add_warning(Artifact& artifact, const std::string& line) {
  auto& warnings = artifact.warnings;
  if (!warnings.empty() && !warnings.ends_with('\n')) warnings += '\n';
  warnings += line;
}

// "solve", or the mangled name of one without C linkage, with a warning; empty = neither.
Result<Built> with_symbol(const Artifact& artifact, const std::string& path) {
  JUDGE_TRY(const auto symbols, exported_symbols(artifact.library));
  JUDGE_TRY(const auto imported, imported_names(artifact.library));
  Built built{.artifact = artifact,
              .symbol = "solve",
              .has_several_streams = may_have_several_streams(imported),
              .code = code_of(artifact.library)};
  if (symbols.has("solve")) return built;
  const auto mangled = find_mangled_solve(symbols);
  built.symbol = mangled.value_or("");
  if (mangled)
    add_warning(built.artifact,
                fmt::format("{}: warning: {} lacks extern \"C\"; judge finds it all the same, LeetGPU would not\n", path,
                            demangled(*mangled)));
  return built;
}

// A library without solve(), or one that cannot be loaded: nothing ran yet, so no case is to blame.
Verdict no_solve_verdict(const Problem& problem) {
  Verdict verdict = judge_build(BuildFailure::does_not_compile, "");
  verdict.summary = "it compiles, but defines no solve()";
  verdict.details = fmt::format("It must define\n  {}", problem.signature.text);
  return verdict;
}

}  // namespace

Result<OrDecided<Built>> built_from(const BuildResult& result, const Submission& submission) {
  if (const auto* failure = std::get_if<CompileFailure>(&result))
    return OrDecided<Built>(std::unexpected(Decided{verdict_of(*failure)}));
  JUDGE_TRY(auto built, with_symbol(std::get<Artifact>(result), submission.attempt.path.string()));
  return built;
}

Result<OrDecided<Players>> load(const Harness& harness, const Built& built, std::unique_ptr<Player> player) {
  if (built.symbol.empty()) return OrDecided<Players>(std::unexpected(Decided{no_solve_verdict(harness.setting.problem)}));
  JUDGE_TRY(const auto loaded, load_into(*player, harness, built));
  if (!loaded) {
    if (interrupted()) return fail("interrupted");
    const auto* not_loaded = std::get_if<outcome::NotLoaded>(&loaded.error());
    Decided decided = decided_by(not_loaded ? explain_load_failure(not_loaded->message) : loaded.error(),
                                 harness.setting.cases.front(), player.get());
    decided.verdict.case_name.clear();
    return OrDecided<Players>(std::unexpected(std::move(decided)));
  }
  Players players;
  players.push_back(std::move(player));
  return players;
}

// What the guards of the emulated runtime noticed and a GPU would not.
static std::vector<Finding> passing_on_gpu(const Outcome& outcome, Player& player) {
  std::vector<Finding> findings = player.take_findings();
  if (const auto* wrong = std::get_if<outcome::WrongAnswer>(&outcome)) findings = wrong->findings;
  if (const auto* faulted = std::get_if<outcome::Faulted>(&outcome)) findings.push_back(faulted->fault);
  std::erase_if(findings, [](const Finding& finding) { return !finding.passes_on_gpu; });
  return findings;
}

static bool is_write_beside_argument(const Outcome& outcome) {
  const auto* faulted = std::get_if<outcome::Faulted>(&outcome);
  return faulted && faulted->fault.kind == Fault::Kind::illegal_access && faulted->fault.is_write &&
         !faulted->fault.buffer.empty();
}

// An attempt that failed where a GPU would have noticed nothing is called once more, in memory laid out as a GPU's: that
// answer decides, and from here on it runs like that.
static Result<Referee::CallResult> call_as_on_gpu(Harness& harness, Tested& attempt, const PreparedCase& prepared,
                                                  Referee::CallResult called) {
  using enum Player::MemoryLayout;
  if (std::holds_alternative<outcome::Passed>(called.outcome) || attempt.memory == of_gpu) return called;
  auto findings = passing_on_gpu(called.outcome, *attempt.standing->front());
  if (findings.empty()) return called;
  for (Finding& finding : findings) name_own_lines(finding, attempt);
  attempt.memory = of_gpu;
  JUDGE_TRY(auto player, start_player(harness.setting, {.memory = of_gpu}));
  JUDGE_TRY(const auto loaded, load_into(*player, harness, *attempt.built));
  if (!loaded) return called;
  attempt.standing->front() = std::move(player);
  JUDGE_TRY(auto again, harness.referee.call(*attempt.standing->front(), prepared, {}));
  // Of the same verdict the one with a line and a thread is worth more.
  const auto is_runtime_error = [&](const Outcome& outcome) {
    return judge_outcome(outcome, prepared.test).kind == VerdictKind::runtime_error;
  };
  if (is_write_beside_argument(called.outcome) && is_runtime_error(again.outcome)) return called;
  // An alignment that only the guards' layout lacks is no finding.
  std::erase_if(findings, [](const Finding& finding) { return finding.kind == Fault::Kind::misaligned_access; });
  auto& known = std::holds_alternative<outcome::Passed>(again.outcome) ? std::get<outcome::Passed>(again.outcome).findings
                : std::holds_alternative<outcome::WrongAnswer>(again.outcome)
                    ? std::get<outcome::WrongAnswer>(again.outcome).findings
                    : attempt.findings;
  known.insert(known.begin(), findings.begin(), findings.end());
  return again;
}

static double effort_ns(const Referee::CallResult& called) {
  const double processors_ns = called.returned.waited.player_ns;
  return processors_ns > 0 ? std::min(called.returned.wall_ns, processors_ns) : called.returned.wall_ns;
}

CaseResult case_result(const Case& test, const PreparedCase& prepared, const Referee::CallResult& called) {
  return {.name = test.name,
          .sizes = sizes_of(test),
          .seed = prepared.seed,
          .passed = std::holds_alternative<outcome::Passed>(called.outcome),
          .is_extra = test.is_extra,
          .wall_ns = called.returned.wall_ns,
          .effort_ns = effort_ns(called)};
}

// A wrong answer behind other calls: would it be right as the first call of a process?
static Result<bool> is_right_alone(Harness& harness, const Tested& attempt, const PreparedCase& prepared) {
  JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory}));
  JUDGE_TRY(const auto loaded, load_into(*player, harness, *attempt.built));
  if (!loaded) return false;
  JUDGE_TRY(const auto called, harness.referee.call(*player, prepared, {}));
  return std::holds_alternative<outcome::Passed>(called.outcome);
}

static Result<void> reject_first_call(Harness& harness, Tested& attempt, Outcome outcome, std::size_t index,
                                      const PreparedCase& prepared) {
  const bool may_be_of_earlier_calls =
      index > 0 && std::holds_alternative<outcome::WrongAnswer>(outcome) && may_keep_state(attempt.code());
  reject(attempt, std::move(outcome), harness.setting.cases[index]);
  if (!may_be_of_earlier_calls) return {};
  JUDGE_TRY(const bool is_right, is_right_alone(harness, attempt, prepared));
  if (interrupted()) return fail("interrupted");
  auto& details = attempt.standing.error().verdict.details;
  if (is_right) details = join_lines({details, "as the first call of a process it is right", std::string(k_kept_state_advice)});
  return {};
}

// Case `index` was not done or not tried, as the first calls of smaller ones foretell. An attempt may be slow in first calls alone, so that a case in which it hangs
// is not judged: the largest of those that are right is called again, for as long as its timing would take. Why that does not show it to be slow; empty = it does.
static Result<std::string> why_not_slow(Harness& harness, Player& player, const Tested& attempt, std::size_t index) {
  constexpr double k_enough_ns = 3e9;
  constexpr int k_least_calls = 2, k_enough_calls = 30;
  const auto& cases = harness.setting.cases;
  const std::size_t smaller = *largest_right(cases, attempt.cases, index);
  JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(smaller));
  double spent_ns = 0;
  for (int calls = 0; calls < k_least_calls || (calls < k_enough_calls && spent_ns < k_enough_ns); ++calls) {
    JUDGE_TRY(const auto called, harness.referee.call(player, *prepared, {}));
    if (interrupted()) return fail("interrupted");
    if (!std::holds_alternative<outcome::Passed>(called.outcome))
      return fmt::format("called again, {} is not right", cases[smaller].name);
    if (!later_calls_foretell(cases, attempt.cases, index, effort_ns(called)))
      return fmt::format("called again, {} is too fast for it to be slow here", cases[smaller].name);
    spent_ns += effort_ns(called);
  }
  return std::string();
}

// In a new player; where the attempt stays slow, it goes on there.
static Result<bool> goes_on_slow(Harness& harness, Tested& attempt, std::size_t index, outcome::TimedOut& timed_out) {
  if (!is_foretold_slow(harness.setting.cases, attempt.cases, index)) return false;
  JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory}));
  JUDGE_TRY(auto players, load(harness, *attempt.built, std::move(player)));
  if (players) {
    JUDGE_TRY(timed_out.note, why_not_slow(harness, *players->front(), attempt, index));
    if (!timed_out.note.empty()) return false;
  }
  attempt.standing = std::move(players);
  return true;
}

// A right attempt that takes minutes for it would make one wait for nothing.
static Result<bool> is_left_out(Harness& harness, const Tested& attempt, std::size_t index) {
  if (!is_not_to_be_tried(harness.setting.cases, attempt.cases, index)) return false;
  JUDGE_TRY(const std::string why_not, why_not_slow(harness, *attempt.standing->front(), attempt, index));
  return why_not.empty();
}

static void leave_out(Tested& attempt, const Case& test) {
  attempt.cases.push_back({.name = test.name, .sizes = sizes_of(test), .is_extra = test.is_extra});
  attempt.findings.push_back(slow_here(test, Tried::no));
}

Result<void> test_case(Harness& harness, Tested& attempt, std::size_t index, StageClock& clock, Observer& observer) {
  const Case& test = harness.setting.cases[index];
  JUDGE_TRY(const bool is_out, is_left_out(harness, attempt, index));
  if (is_out) {
    leave_out(attempt, test);
    observer.case_done(test.name, true);
    clock.lap("cases");
    return {};
  }
  JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(index));
  clock.lap("inputs");
  const bool leans = contains(attempt.findings, Fault::Kind::leans_on_zeros, &Finding::kind);
  JUDGE_TRY(auto first, harness.referee.first_call(*attempt.standing->front(), *prepared,
                                                   leans || test.purpose == Purpose::timed ? Referee::Leaning::of_no_interest
                                                                                           : Referee::Leaning::looked_for));
  if (interrupted()) return fail("interrupted");
  JUDGE_TRY(auto called, call_as_on_gpu(harness, attempt, *prepared, std::move(first.result)));
  const bool passed = std::holds_alternative<outcome::Passed>(called.outcome);
  const CaseResult result = case_result(test, *prepared, called);
  bool is_slow = false;
  if (auto* timed_out = std::get_if<outcome::TimedOut>(&called.outcome)) {
    JUDGE_TRY(is_slow, goes_on_slow(harness, attempt, index, *timed_out));
  }
  attempt.cases.push_back(result);
  clock.lap("cases");
  observer.case_done(test.name, passed || is_slow);
  if (passed) attempt.leaks.called(called.returned.trace, bytes_of(test));
  if (!passed && !is_slow) return reject_first_call(harness, attempt, std::move(called.outcome), index, *prepared);
  if (is_slow) attempt.findings.push_back(slow_here(test, Tried::until_its_limit));
  name_own_lines(called.outcome, attempt);
  if (auto* right = std::get_if<outcome::Passed>(&called.outcome))
    std::ranges::move(right->findings, std::back_inserter(attempt.findings));
  if (test.purpose == Purpose::timed) attempt.traces[index] = called.returned.trace;
  if (is_slow || !first.lost_player) return {};
  JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory}));
  JUDGE_TRY(attempt.standing, load(harness, *attempt.built, std::move(player)));
  return {};
}

static Result<void> test_cases(Harness& harness, Tested& attempt, StageClock& clock, Observer& observer) {
  for (std::size_t i = 0; i < harness.setting.cases.size() && attempt.is_right(); ++i)
    JUDGE_CHECK(test_case(harness, attempt, i, clock, observer));
  if (!attempt.is_right()) return {};
  if (const auto silent = attempt.standing->front()->check_silence(); !silent)
    reject(attempt, silent.error(), harness.setting.cases.back());
  else add_leaks(attempt);
  return {};
}

void wait_for_first(Building& building, Player& player) {
  if (building.result) building.result->wait();
  wait_for_context(player);
}

Result<OrDecided<Built>> finish_build(Building& building) {
  if (!building.result) return OrDecided<Built>(std::unexpected(building.result.error()));
  JUDGE_TRY(const BuildResult result, building.result->get());
  return built_from(result, building);
}

static Result<void> load_and_test(Harness& harness, Tested& attempt, std::unique_ptr<Player> player, StageClock& clock,
                                  Observer& observer) {
  JUDGE_TRY(attempt.standing, load(harness, *attempt.built, std::move(player)));
  clock.lap("player");
  if (attempt.built->symbol.empty()) {
    auto& details = attempt.standing.error().verdict.details;
    details = join_lines({nearly_solve(attempt.source, attempt.attempt.path.string()), details});
  }
  if (!attempt.is_right()) return {};
  return test_cases(harness, attempt, clock, observer);
}

// Its cases were counted when they were called first.
Result<void> test_again(Harness& harness, Tested& attempt) {
  StageClock clock(harness.setting.now);
  for (const auto& [stage, seconds] : attempt.stages) clock.book(stage, seconds);
  Observer nobody;
  Tested again{Submission(attempt)};
  again.built = attempt.built;
  JUDGE_TRY(auto player, start_player(harness.setting));
  JUDGE_CHECK(load_and_test(harness, again, std::move(player), clock, nobody));
  again.stages = clock.stages();
  attempt = std::move(again);
  return {};
}

// On a GPU an attempt that was tested before may have left no memory for another context, until its process was ended.
static Result<void> start_anew_without_context(const Harness& harness, std::unique_ptr<Player>& player,
                                               const PlayerProcess::Options& options) {
  if (harness.setting.runtime.kind != RuntimeKind::cuda || has_context(*player)) return {};
  JUDGE_TRY(player, start_player(harness.setting, options));
  return {};
}

static Result<void> reject_if_too_much_was_taken(Harness& harness, Tested& attempt, std::size_t free_before) {
  if (!attempt.is_right()) return {};
  const auto taken_bytes = taken_too_much(harness.setting, *attempt.standing, free_before);
  if (!taken_bytes) return {};
  if (*taken_bytes == 0) return test_again(harness, attempt);
  reject(attempt,
         outcome::TooMuchMemory{
             .device = true, .limit_bytes = device_memory_limit_bytes(harness.setting), .asked_bytes = *taken_bytes},
         harness.setting.cases.back());
  return {};
}

// One attempt, from its build to its last case. The player stays clean if there is nothing to load, or if it has too few queues.
static Result<Tested> test_attempt(Harness& harness, Building building, std::unique_ptr<Player>& player, Observer& observer) {
  StageClock clock(harness.setting.now);
  Tested attempt{Submission(building)};
  JUDGE_TRY(auto built, finish_build(building));
  clock.lap("build");
  if (built) {
    attempt.built = *std::move(built);
    add_warning(attempt.built->artifact,
                signature_warnings(harness.setting.problem, attempt.source, attempt.attempt.path.string()));
    std::unique_ptr<Player> own;
    if (attempt.built->has_several_streams && harness.setting.runtime.kind == RuntimeKind::cuda) {
      JUDGE_TRY(own, start_player(harness.setting));
    } else {
      own = std::move(player);
    }
    JUDGE_CHECK(start_anew_without_context(harness, own, {.has_one_queue = !attempt.built->has_several_streams}));
    const std::size_t free_before = free_device_bytes(harness.setting.runtime);
    JUDGE_CHECK(load_and_test(harness, attempt, std::move(own), clock, observer));
    JUDGE_CHECK(reject_if_too_much_was_taken(harness, attempt, free_before));
  } else {
    attempt.standing = std::unexpected(std::move(built).error());
  }
  attempt.stages = clock.stages();
  return attempt;
}

Result<std::vector<Tested>> test_all(Harness& harness, std::vector<Building> attempts, std::unique_ptr<Player>& next,
                                     Observer& observer, const std::function<void(const Tested&)>& done) {
  std::vector<Tested> tested;
  for (std::size_t i = 0; i < attempts.size(); ++i) {
    std::unique_ptr<Player> player = std::move(next);
    if (i + 1 < attempts.size()) {
      JUDGE_TRY(next, start_player(harness.setting, k_with_one_queue));
    }
    observer.attempt_started(attempts[i].attempt.shown(), harness.setting.cases.size());
    JUDGE_TRY(auto one, test_attempt(harness, std::move(attempts[i]), player, observer));
    if (!next) next = std::move(player);
    done(tested.emplace_back(std::move(one)));
  }
  return tested;
}

}  // namespace judge
