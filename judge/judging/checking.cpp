#include "judge/judging/checking.hpp"

#include <algorithm>

#include "judge/build/symbols.hpp"
#include "judge/judging/load_failure.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/judge_outcome.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

// Constructors are the attempt's and may hang; what else loading takes is far below this.
constexpr std::chrono::milliseconds k_load_limit{10'000};

Verdict verdict_of(const CompileFailure& failure) {
  const auto kind = failure.timed_out     ? BuildFailure::timed_out
                    : failure.unsupported ? BuildFailure::unsupported
                                          : BuildFailure::does_not_compile;
  return judge_build(kind, failure.diagnostics);
}

// "solve", or the mangled name of one without C linkage, with a warning.
Result<std::string> solve_symbol(Contestant& contestant) {
  JUDGE_TRY(const auto symbols, exported_symbols(contestant.artifact->library));
  if (symbols.has("solve")) return "solve";
  const auto mangled = find_mangled_solve(symbols);
  if (!mangled) return std::string();
  contestant.artifact->warnings +=
      fmt::format("{}: warning: {} lacks extern \"C\"; judge finds it all the same, LeetGPU would not\n",
                  contestant.attempt.path.string(), demangled(*mangled));
  return *mangled;
}

// False: the attempt is decided.
Result<bool> take_artifact(Contestant& contestant) {
  if (contestant.verdict) return false;
  JUDGE_TRY(const BuildResult built, contestant.build.get());
  if (const auto* failure = std::get_if<CompileFailure>(&built)) {
    contestant.verdict = verdict_of(*failure);
    return false;
  }
  contestant.artifact = std::get<Artifact>(built);
  return true;
}

// A library without solve(), or one that cannot be loaded: nothing ran yet, so no case is to blame.
Verdict no_solve_verdict(const Problem& problem) {
  Verdict verdict = judge_build(BuildFailure::does_not_compile, "");
  verdict.summary = "it compiles, but defines no solve()";
  verdict.details = fmt::format("It must define\n  {}", problem.signature.text);
  return verdict;
}

void take_details(Contestant& contestant, const Outcome& outcome) {
  if (const auto* wrong = std::get_if<outcome::WrongAnswer>(&outcome)) {
    contestant.mismatch = wrong->mismatch;
    contestant.findings.insert(contestant.findings.end(), wrong->findings.begin(), wrong->findings.end());
  } else if (const auto* faulted = std::get_if<outcome::Faulted>(&outcome)) {
    contestant.fault = faulted->fault;
  }
}

}  // namespace

void reject(Contestant& contestant, const Outcome& outcome, const Case& test) {
  contestant.verdict = judge_outcome(outcome, test);
  take_details(contestant, outcome);
  if (contestant.player) contestant.printed = contestant.player->printed();
  contestant.player.reset();
  contestant.further_players.clear();
}

// The outer error is the judge's, the inner one the attempt's.
static Result<PlayerProcess::Answer<void>> load_into(PlayerProcess& player, Workbench& bench, const Contestant& contestant) {
  if (const auto ready = player.wait_ready(std::chrono::seconds(60)); !ready)
    return fail("the player's context: {}", judge_outcome(ready.error(), bench.cases().front()).summary);
  if (const auto opened = player.open_slabs(bench.referee().slab_handles(), k_load_limit); !opened)
    return fail("the player cannot open the judge's memory: {}",
                judge_outcome(opened.error(), bench.cases().front()).summary);
  const protocol::Load request{.attempt_library = contestant.artifact->library,
                               .symbol = contestant.symbol,
                               .bracket_library = bench.bracket_library().string(),
                               .device_memory_limit_bytes = bench.problem().device_memory_limit_bytes};
  return player.load(request, k_load_limit);
}

Result<bool> load_attempt(Workbench& bench, Contestant& contestant, PlayerProcess player) {
  JUDGE_TRY(contestant.symbol, solve_symbol(contestant));
  if (contestant.symbol.empty()) {
    contestant.verdict = no_solve_verdict(bench.problem());
    return false;
  }
  JUDGE_TRY(const auto loaded, load_into(player, bench, contestant));
  contestant.player = std::move(player);
  if (loaded) return true;
  if (interrupted()) return fail("interrupted");
  const auto* not_loaded = std::get_if<outcome::NotLoaded>(&loaded.error());
  reject(contestant, not_loaded ? explain_load_failure(not_loaded->message) : loaded.error(), bench.cases().front());
  contestant.verdict->case_name.clear();
  return false;
}

Result<void> add_players(Workbench& bench, std::span<Contestant* const> contestants, std::size_t count) {
  for (Contestant* contestant : contestants)
    for (std::size_t i = 0; i < count; ++i) {
      auto player = bench.start_player(1, contestant->memory);
      if (!player) break;
      contestant->further_players.push_back(*std::move(player));
    }
  for (Contestant* contestant : contestants) {
    auto& players = contestant->further_players;
    std::erase_if(players, [&](PlayerProcess& player) {
      const auto loaded = load_into(player, bench, *contestant);
      return !loaded || !*loaded;
    });
  }
  if (interrupted()) return fail("interrupted");
  return {};
}

// What the guards of the emulated runtime noticed and a GPU would not.
static std::vector<Finding> passing_on_gpu(const Outcome& outcome, PlayerProcess& player) {
  std::vector<Finding> findings = player.take_findings();
  if (const auto* wrong = std::get_if<outcome::WrongAnswer>(&outcome)) findings = wrong->findings;
  if (const auto* faulted = std::get_if<outcome::Faulted>(&outcome)) findings.push_back(faulted->fault);
  std::erase_if(findings, [](const Finding& finding) { return !finding.passes_on_gpu; });
  return findings;
}

// An attempt that failed where a GPU would have noticed nothing is called once more, in memory laid out as a GPU's: that
// answer decides, and from here on it runs like that.
static Result<Referee::CallResult> call_as_on_gpu(Workbench& bench, Contestant& contestant, const PreparedCase& prepared,
                                                  Referee::CallResult called) {
  if (std::holds_alternative<outcome::Passed>(called.outcome) || contestant.memory == PlayerProcess::MemoryLayout::of_gpu) return called;
  auto findings = passing_on_gpu(called.outcome, *contestant.player);
  if (findings.empty()) return called;
  contestant.memory = PlayerProcess::MemoryLayout::of_gpu;
  JUDGE_TRY(auto player, bench.start_player(1, contestant.memory));
  JUDGE_TRY(const auto loaded, load_into(player, bench, contestant));
  if (!loaded) return called;
  contestant.player = std::move(player);
  JUDGE_TRY(auto again, bench.referee().call(*contestant.player, prepared, Bracket::none));
  auto& known = std::holds_alternative<outcome::Passed>(again.outcome)        ? std::get<outcome::Passed>(again.outcome).findings
                : std::holds_alternative<outcome::WrongAnswer>(again.outcome) ? std::get<outcome::WrongAnswer>(again.outcome).findings
                                                                              : contestant.findings;
  known.insert(known.begin(), findings.begin(), findings.end());
  return again;
}

Result<bool> check_case(Workbench& bench, Contestant& contestant, std::size_t index, StageClock& clock,
                        Observer& observer) {
  const Case& test = bench.cases()[index];
  JUDGE_TRY(const PreparedCase* prepared, bench.prepared(index));
  clock.lap("inputs");
  const bool leans = std::ranges::find(contestant.findings, Fault::Kind::leans_on_zeros, &Finding::kind) != contestant.findings.end();
  JUDGE_TRY(auto first, bench.referee().first_call(*contestant.player, *prepared, leans || test.purpose == Purpose::timed
                                                                                      ? Referee::Leaning::of_no_interest
                                                                                      : Referee::Leaning::looked_for));
  if (interrupted()) return fail("interrupted");
  JUDGE_TRY(auto called, call_as_on_gpu(bench, contestant, *prepared, std::move(first.result)));
  const bool passed = std::holds_alternative<outcome::Passed>(called.outcome);
  contestant.cases.push_back({.name = test.name, .sizes = sizes_of(test), .seed = prepared->seed, .passed = passed,
                              .wall_ns = called.returned.wall_ns});
  clock.lap("cases");
  observer.case_done(test.name, passed);
  if (!passed) {
    reject(contestant, called.outcome, test);
    return false;
  }
  for (auto& finding : std::get<outcome::Passed>(called.outcome).findings)
    contestant.findings.push_back(std::move(finding));
  if (test.purpose == Purpose::timed) contestant.traces[index] = called.returned.trace;
  if (!first.lost_player) return true;
  JUDGE_TRY(auto player, bench.start_player(1, contestant.memory));
  return load_attempt(bench, contestant, std::move(player));
}

Result<void> check_attempt(Workbench& bench, Contestant& contestant, PlayerProcess player, StageClock& clock,
                           Observer& observer) {
  clock.restart();
  JUDGE_TRY(const bool built, take_artifact(contestant));
  clock.lap("build");
  if (!built) return {};
  JUDGE_TRY(const bool loaded, load_attempt(bench, contestant, std::move(player)));
  clock.lap("player");
  if (!loaded) return {};
  for (std::size_t i = 0; i < bench.cases().size(); ++i) {
    JUDGE_TRY(const bool passed, check_case(bench, contestant, i, clock, observer));
    if (!passed) return {};
  }
  if (const auto silent = contestant.player->check_silence(); !silent)
    reject(contestant, silent.error(), bench.cases().back());
  return {};
}

}  // namespace judge
