#include "judge/judging/lockstep.hpp"

#include <algorithm>
#include <limits>

#include "judge/judging/checking.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/findings.hpp"
#include "judge/verdict/judge_outcome.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;
// Lockstep is some fifty times slower, and most attempts that fail do so in lockstep as well: theirs is the short wait. Of one
// that is right there more cases are looked at.
constexpr milliseconds k_first_case{2'000}, k_all_cases{4'000};

struct Lockstepped {
  std::vector<CaseResult> cases;               // from the one that failed on
  std::optional<Outcome> failure;              // of the last one of them
  std::vector<std::string> not_run;            // those that there was no time for
};

bool did_not_end(const Contestant& contestant) {
  return contestant.verdict->kind == VerdictKind::time_limit && !contestant.fault;
}

// Read before it was written: by a lane that ran too early. The checker sees no race there if both are volatile.
bool is_read_too_early(const Finding& finding) {
  return finding.kind == Fault::Kind::uninitialised_read && finding.in_kernel && finding.space != Fault::Space::local;
}

// Not counting `asm volatile`. The checker takes volatile accesses to global memory for flags, and finds no race there.
bool has_volatile_variables(const std::string& source) {
  constexpr std::string_view word = "volatile";
  for (auto at = source.find(word); at != std::string::npos; at = source.find(word, at + word.size())) {
    const std::string_view before(source.data(), source.find_last_not_of(" \t\n", at - 1) + 1);
    if (at == 0 || !(before.ends_with("asm") || before.ends_with("asm__"))) return true;
  }
  return false;
}

// What runs in lockstep runs in the order of any other run but for the lanes of a warp: it cannot hide another mistake.
bool may_be_of_lanes(const Contestant& contestant) {
  return has_volatile_variables(contestant.source) ||
         std::ranges::any_of(contestant.findings,
                             [](const Finding& finding) { return finding.in_one_warp || is_read_too_early(finding); });
}

Result<bool> load(Workbench& bench, Contestant& again) {
  JUDGE_TRY(auto player, bench.start_player(1, again.memory));
  return load_attempt(bench, again, std::move(player));
}

/// What cases take by what the ones before took, at the best.
class Forecast {
 public:
  void add(const Case& test, double wall_ns) { m_ns_per_byte = std::min(m_ns_per_byte, wall_ns / bytes_at_least_one(test)); }
  bool fits(const Case& test, milliseconds left) const {
    return m_ns_per_byte * bytes_at_least_one(test) <= std::chrono::duration<double, std::nano>(left).count();
  }

 private:
  static double bytes_at_least_one(const Case& test) { return static_cast<double>(std::max<std::size_t>(1, bytes_of(test))); }
  double m_ns_per_byte = std::numeric_limits<double>::max();
};

// Ends where a case fails. One that there is no time for is left out.
Result<Lockstepped> call_cases(Workbench& bench, Contestant& again, std::size_t first, Observer& observer) {
  Lockstepped result;
  milliseconds spent{0};
  Forecast forecast;
  for (std::size_t i = first; i < bench.cases().size() && !result.failure; ++i) {
    const Case& test = bench.cases()[i];
    const milliseconds left = i == first ? k_first_case : k_all_cases - spent;
    if (i > first && (left <= milliseconds(0) || !forecast.fits(test, left))) {
      result.not_run.push_back(test.name);
      continue;
    }
    observer.overall_stage(fmt::format("{}: {} with the lanes of each warp in lockstep", again.attempt.name, test.name));
    JUDGE_TRY(const PreparedCase* prepared, bench.prepared(i));
    again.player->limit_calls(left);
    const auto start = Clock::now();
    JUDGE_TRY(auto called, bench.referee().call(*again.player, *prepared, Bracket::none, Referee::L2::warm));
    spent += std::chrono::ceil<milliseconds>(Clock::now() - start);
    if (interrupted()) return fail("interrupted");
    if (i > first && std::holds_alternative<outcome::TimedOut>(called.outcome)) {
      result.not_run.push_back(test.name);   // and none is left for those behind it, either
      continue;
    }
    const bool passed = std::holds_alternative<outcome::Passed>(called.outcome);
    result.cases.push_back({.name = test.name, .sizes = sizes_of(test), .seed = prepared->seed, .passed = passed,
                            .wall_ns = called.returned.wall_ns});
    if (!passed) result.failure = std::move(called.outcome);
    else forecast.add(test, called.returned.wall_ns);
  }
  return result;
}

Finding lockstep_finding(const Contestant& contestant, const Lockstepped& result) {
  std::string note = did_not_end(contestant)
                         ? "where threads run one after the other it does not end; side by side, as on a GPU, it does"
                         : "where the lanes of a warp run one after the other the answer is wrong; in lockstep, as a GPU "
                           "mostly runs them, it is right, and that decided";
  if (result.failure) note = fmt::format("{} is right only where the lanes of a warp run in lockstep, as a GPU mostly runs them",
                                         result.cases.front().name);
  if (!result.not_run.empty())
    note += fmt::format("; there was no time for {}", fmt::join(result.not_run, ", "));
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
  if (result.failure) {
    const std::string findings = findings_text(contestant.findings, last);
    reject(contestant, *result.failure, last);
    contestant.verdict->details = join_lines({contestant.verdict->details, findings});
    return;
  }
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

Result<void> judge_in_lockstep(Workbench& bench, Contestant& contestant, Observer& observer) {
  const auto failed = std::ranges::find(bench.cases(), contestant.verdict->case_name, &Case::name);
  if (failed == bench.cases().end()) return {};
  observer.overall_stage(fmt::format("{}: building it for lockstep", contestant.attempt.name));
  JUDGE_TRY(const BuildResult built, bench.build_attempt_for_lockstep(contestant.attempt.path, contestant.defines));
  if (std::holds_alternative<CompileFailure>(built)) return {};
  Contestant again{.attempt = contestant.attempt, .source = contestant.source, .artifact = std::get<Artifact>(built),
                   .memory = contestant.memory};
  JUDGE_TRY(const bool loaded, load(bench, again));
  if (!loaded) return {};
  const auto first = static_cast<std::size_t>(failed - bench.cases().begin());
  JUDGE_TRY(auto result, call_cases(bench, again, first, observer));
  if (result.cases.empty() || !result.cases.front().passed) return {};
  take(bench, contestant, std::move(result));
  return {};
}

}  // namespace judge
