#include "judge/passes/lockstep.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "judge/passes/rejections.hpp"
#include "judge/passes/side_by_side.hpp"
#include "judge/passes/testing.hpp"
#include "judge/passes/warps_apart.hpp"
#include "judge/util/c_lexer.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/findings.hpp"
#include "judge/verdict/judge_outcome.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

using std::chrono::milliseconds;
// Lockstep is some fifty times slower, and most attempts that fail do so in lockstep as well: theirs is the short wait. Of one
// that is right there all others are looked at: a mistake that only large ones show must not hide behind the race.
constexpr milliseconds k_first_case{2'000}, k_all_cases{120'000}, k_with_full_size{30'000};

struct Lockstepped {
  Fault::Kind kind{};                // of the finding that says so
  std::vector<CaseResult> cases;     // from the one that failed on
  std::optional<Outcome> failure;    // of the last one of them
  std::vector<std::string> not_run;  // those that there was no time for, and that are right as all code runs
  std::vector<std::string> open;     // those that do not even end so
  std::vector<std::string> in_one_order;
  bool fails_for_time = false;  // the last one is wrong as all code runs, and there was no time for it
};

bool did_not_end(const Decided& decided) { return decided.verdict.kind == VerdictKind::time_limit && !decided.fault; }

// Waits for threads that never come. Where they are of other warps or blocks that left on what a faster one had written, a GPU's did not.
bool is_stuck(const Decided& decided) { return decided.fault && decided.fault->kind == Fault::Kind::deadlock; }

// Read before it was written: by a lane that ran too early. The checker sees no race there if both are volatile.
bool is_read_too_early(const Finding& finding) {
  return finding.kind == Fault::Kind::uninitialised_read && finding.in_kernel && finding.space != Fault::Space::local;
}

// Not counting `asm volatile`. The checker takes volatile accesses to global memory for flags, and finds no race there.
bool has_volatile_variables(std::string_view source) {
  std::string_view before;
  for (const auto& token : lex_source(source, Directives::kept)) {
    if (token.kind == TokenKind::directive) {
      const auto directive = parse_directive(token.text);
      if (directive.name == "define" && has_volatile_variables(directive.rest)) return true;
    }
    if (token.kind == TokenKind::identifier && token.text == "volatile" && before != "asm" && before != "__asm__") return true;
    before = token.text;
  }
  return false;
}

// On a GPU it may be zeros all the same.
bool is_of_unwritten_shared(const Finding& finding) {
  return is_read_too_early(finding) && finding.space == Fault::Space::shared;
}

bool may_lean_on_cleared_shared(const Tested& attempt) {
  return attempt.standing.error().verdict.kind == VerdictKind::wrong_answer &&
         std::ranges::any_of(attempt.findings, is_of_unwritten_shared);
}

// What runs in lockstep runs in the order of any other run but for the lanes of a warp: it cannot hide another mistake.
bool may_be_of_lanes(const Tested& attempt) {
  return has_volatile_variables(attempt.code()) || std::ranges::any_of(attempt.findings, [](const Finding& finding) {
           return finding.in_one_warp || is_read_too_early(finding);
         });
}

/// What a call takes by what the ones before took, smaller ones.
class Forecast {
 public:
  void add(const Case& test, milliseconds took) {
    m_last = std::chrono::duration<double, std::milli>(took).count() / bytes_at_least_one(test);
    m_best = std::min(m_best, m_last);
  }
  /// Is there time for so many calls? At the best.
  bool may_fit(const Case& test, std::size_t calls, milliseconds left) const {
    return m_best * bytes_at_least_one(test) * static_cast<double>(calls) <= static_cast<double>(left.count());
  }
  /// As long as those of the last case, by their size.
  bool fits(const Case& test, std::size_t calls, milliseconds left) const {
    return m_last * bytes_at_least_one(test) * static_cast<double>(calls) <= static_cast<double>(left.count());
  }

 private:
  static double bytes_at_least_one(const Case& test) { return static_cast<double>(std::max<std::size_t>(1, bytes_of(test))); }
  double m_best = std::numeric_limits<double>::max(), m_last = m_best;  // in ms for each byte
};

// The case that failed, then those behind it, the smallest first: they are many, and together as telling as a large one.
std::vector<std::size_t> cases_in_turn(const std::vector<Case>& cases, std::size_t first) {
  std::vector<std::size_t> indices;
  for (std::size_t i = first; i < cases.size(); ++i) indices.push_back(i);
  std::ranges::stable_sort(indices.begin() + 1, indices.end(), {}, [&](std::size_t i) { return bytes_of(cases[i]); });
  return indices;
}

// A case, with each of the players until it fails with one. `spent` is of all calls so far.
Result<Referee::CallResult> call_case(Harness& harness, std::span<const std::unique_ptr<Player>> players,
                                      const PreparedCase& prepared, milliseconds left, milliseconds& spent) {
  Referee::CallResult called;
  for (const auto& player : players) {
    const auto start = harness.setting.now();
    JUDGE_TRY(called, harness.referee.call(*player, prepared, {.l2 = Referee::L2::warm, .most_time = left}));
    const auto took = own_time(harness.setting.now() - start, called.returned);
    spent += took;
    left = std::max(left - took, milliseconds(1));
    if (interrupted()) return fail("interrupted");
    if (!std::holds_alternative<outcome::Passed>(called.outcome)) break;
  }
  return called;
}

const char* how_it_runs(Fault::Kind kind) {
  return kind == Fault::Kind::lockstep         ? "the lanes of each warp in lockstep"
         : kind == Fault::Kind::leans_on_zeros ? "zeros in shared memory"
                                               : "the warps of a block apart";
}

// Cases that there was no time for, as all code runs. A wrong answer stands: nothing says that a GPU's order would make it right.
Result<void> call_left_out(Harness& harness, const Checked& attempt, const std::vector<std::size_t>& indices,
                           Lockstepped& result) {
  std::optional<Players> players;
  for (const std::size_t i : indices) {
    const Case& test = harness.setting.cases[i];
    if (!players) {
      JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory}));
      JUDGE_TRY(auto loaded, load(harness, *attempt.built, std::move(player)));
      if (!loaded) {
        result.open.push_back(test.name);
        continue;
      }
      players = *std::move(loaded);
    }
    JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(i));
    milliseconds spent{0};
    const bool may_not_end =
        test.is_full_size_twin || did_not_end(attempt.standing.error()) || is_stuck(attempt.standing.error());
    JUDGE_TRY(auto called, call_case(harness, *players, *prepared, may_not_end ? k_first_case : milliseconds::max(), spent));
    const bool is_right = std::holds_alternative<outcome::Passed>(called.outcome);
    const bool is_wrong = std::holds_alternative<outcome::WrongAnswer>(called.outcome) && !test.is_full_size_twin;
    if (may_not_end && !is_right && !is_wrong) {
      result.open.push_back(test.name);
      players.reset();  // its process has ended
      continue;
    }
    result.cases.push_back(case_result(test, *prepared, called));
    if (!result.cases.back().passed) {
      result.failure = std::move(called.outcome);
      result.fails_for_time = true;
      return {};
    }
    result.not_run.push_back(test.name);
  }
  return {};
}

// In how many orders it is called; none: there is no time for it. `left`: none for the first case.
std::size_t orders_for(const Case& test, std::size_t orders, std::optional<milliseconds> left, const Forecast& forecast) {
  if (!left) return orders;
  if (*left <= milliseconds(0)) return 0;
  if (!test.is_full_size_twin) return forecast.may_fit(test, orders, *left) ? orders : 1;
  return forecast.fits(test, orders, *left) ? orders : forecast.fits(test, 1, *left) ? 1 : 0;
}

// Ends where a case fails. One that there is no time for is called in one of the orders, or as all code runs.
Result<Lockstepped> call_cases(Harness& harness, const Players& players, Fault::Kind kind, const Checked& attempt,
                               std::size_t first, Observer& observer) {
  Lockstepped result{.kind = kind};
  milliseconds spent{0};
  Forecast forecast;
  std::vector<std::size_t> left_out;
  for (const std::size_t i : cases_in_turn(harness.setting.cases, first)) {
    if (result.failure) break;
    const Case& test = harness.setting.cases[i];
    // With zeros in shared memory the code is the ordinary code, and takes no longer.
    const bool is_short = i == first && kind != Fault::Kind::leans_on_zeros;
    const milliseconds left = is_short ? k_first_case : (test.is_full_size_twin ? k_with_full_size : k_all_cases) - spent;
    const std::size_t orders = orders_for(test, players.size(), i == first ? std::nullopt : std::optional(left), forecast);
    if (orders == 0) {
      left_out.push_back(i);
      continue;
    }
    observer.overall_stage(fmt::format("{}: {} with {}", attempt.attempt.shown(), test.name, how_it_runs(kind)));
    JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(i));
    const milliseconds before = spent;
    JUDGE_TRY(auto called, call_case(harness, std::span(players).first(orders), *prepared, left, spent));
    const bool asks_too_much = std::holds_alternative<outcome::TimedOut>(called.outcome) ||
                               std::holds_alternative<outcome::TooMuchMemory>(called.outcome);
    if (i > first && asks_too_much) {
      left_out.push_back(i);  // and so does what comes behind it
      spent = k_all_cases;
      continue;
    }
    result.cases.push_back(case_result(test, *prepared, called));
    if (!result.cases.back().passed) result.failure = std::move(called.outcome);
    else forecast.add(test, (spent - before) / static_cast<long>(orders));
    if (orders < players.size()) result.in_one_order.push_back(test.name);
  }
  if (!result.failure) JUDGE_CHECK(call_left_out(harness, attempt, left_out, result));
  return result;
}

std::string names_of_cases(const std::vector<std::string>& names) {
  constexpr std::size_t most_names = 3;
  if (names.size() <= most_names) return fmt::format("{}", fmt::join(names, ", "));
  return fmt::format("{} cases", names.size());
}

std::string not_run_text(const Lockstepped& result) {
  std::string text;
  if (!result.not_run.empty())
    text += fmt::format("; not run so for lack of time, but right as all code runs: {}", names_of_cases(result.not_run));
  if (!result.in_one_order.empty()) text += fmt::format("; in one of several orders: {}", names_of_cases(result.in_one_order));
  if (!result.open.empty()) text += fmt::format("; not judged for lack of time: {}", names_of_cases(result.open));
  return text;
}

Finding finding_of(const Decided& decided, const Lockstepped& result) {
  const bool is_of_warps = result.kind == Fault::Kind::warps_apart;
  const std::string_view note =
      result.kind == Fault::Kind::leans_on_zeros
          ? "right by luck: the answer needs zeros in __shared__ memory that no thread wrote. The first blocks of a call find "
            "zeros there, because a GPU clears it when it switches from one program to another, and these cases have no more "
            "blocks. A block that begins later finds what an earlier one left there"
      : is_stuck(decided)
          ? "where one thread runs far ahead of the others some wait at a barrier for ever; with warps and blocks side by "
            "side, as on a GPU, all arrive, and that decided"
      : did_not_end(decided) ? "where threads run one after the other it does not end; side by side, as on a GPU, it does"
      : is_of_warps ? "where a warp runs to its next barrier before the others begin the answer is wrong; side by side, as "
                      "a GPU mostly runs them, it is right, and that decided"
                    : "where the lanes of a warp run one after the other the answer is wrong; in lockstep, as a GPU "
                      "mostly runs them, it is right, and that decided";
  return {.kind = result.kind, .in_kernel = false, .note = std::string(note) + not_run_text(result)};
}

// The case that failed, and those that came after it, were decided in lockstep, or with the warps of a block apart.
Checked decide(const std::vector<Case>& cases, Checked attempt, Lockstepped result) {
  if (result.kind != Fault::Kind::leans_on_zeros) std::erase_if(attempt.findings, is_read_too_early);  // in lockstep it is not
  Decided& decided = attempt.standing.error();
  if (!result.failure) attempt.findings.push_back(finding_of(decided, result));  // else another case decided
  decided = {.verdict = decided.verdict, .printed = decided.printed};
  attempt.cases.pop_back();
  const Case& last = *std::ranges::find(cases, result.cases.back().name, &Case::name);
  std::ranges::move(result.cases, std::back_inserter(attempt.cases));
  std::ranges::sort(attempt.cases, {}, [&](const CaseResult& called) { return find_case(cases, called.name); });
  if (!result.failure) {
    // Decided now, so that it is not timed: the code that runs in lockstep is not the attempt's normal code.
    decided.verdict = judge_outcome(outcome::Passed{attempt.findings}, last);
    return attempt;
  }
  const std::string findings = findings_text(attempt.findings, last), printed = decided.printed;
  const std::string no_time =
      result.fails_for_time
          ? fmt::format("smaller cases are right with {}; for this one there was no time, and its answer stands",
                        how_it_runs(result.kind))
          : "";
  reject(attempt, *std::move(result.failure), last);
  attempt.standing.error().printed = printed;
  auto& details = attempt.standing.error().verdict.details;
  details = join_lines({details, no_time, findings});
  return attempt;
}

}  // namespace

bool may_depend_on_lockstep(const Setting& setting, const Tested& attempt) {
  if (setting.runtime.kind != RuntimeKind::emulated || !attempt.built || attempt.is_right()) return false;
  const Decided& decided = attempt.standing.error();
  if (decided.verdict.case_name.empty() || attempt.cases.empty()) return false;
  const auto kind = decided.verdict.kind;
  const bool may_be_right = kind == VerdictKind::wrong_answer || kind == VerdictKind::runtime_error;
  return did_not_end(decided) || (is_stuck(decided) && has_volatile_variables(attempt.code())) ||
         (may_be_right && (may_be_of_lanes(attempt) || races_between_warps(attempt.findings)));
}

// All cases from the one that failed on are right so, or this decides nothing.
static Result<std::optional<Lockstepped>> with_cleared_shared(Harness& harness, const Checked& attempt, std::size_t first,
                                                              Observer& observer) {
  if (!may_lean_on_cleared_shared(attempt)) return std::nullopt;
  using protocol::ThreadOrder;
  JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory, .order = ThreadOrder::cleared_shared}));
  JUDGE_TRY(const auto players, load(harness, *attempt.built, std::move(player)));
  if (!players) return std::nullopt;
  JUDGE_TRY(auto cleared, call_cases(harness, *players, Fault::Kind::leans_on_zeros, attempt, first, observer));
  if (cleared.cases.empty() || cleared.failure) return std::nullopt;
  return std::optional(std::move(cleared));
}

Result<Checked> judge_in_lockstep(Harness& harness, Checked attempt, Observer& observer) {
  const auto first = find_case(harness.setting.cases, attempt.standing.error().verdict.case_name);
  if (!first) return attempt;
  JUDGE_TRY(auto cleared, with_cleared_shared(harness, attempt, *first, observer));
  if (cleared) return decide(harness.setting.cases, std::move(attempt), *std::move(cleared));
  observer.overall_stage(fmt::format("{}: building it for lockstep", attempt.attempt.shown()));
  JUDGE_TRY(const BuildResult result, build_attempt(harness.setting, BuildPurpose::lockstep, attempt));
  JUDGE_TRY(const auto built, built_from(result, attempt));
  if (!built) return attempt;
  std::optional<Lockstepped> in_lockstep;
  const bool stuck = is_stuck(attempt.standing.error());
  if (!stuck && (did_not_end(attempt.standing.error()) || may_be_of_lanes(attempt))) {
    JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory}));
    JUDGE_TRY(const auto players, load(harness, *built, std::move(player)));
    if (!players) return attempt;
    JUDGE_TRY(in_lockstep, call_cases(harness, *players, Fault::Kind::lockstep, attempt, *first, observer));
  }
  const bool passes_first = in_lockstep && !in_lockstep->cases.empty() && in_lockstep->cases.front().passed;
  const bool took_too_long =
      in_lockstep && in_lockstep->failure && !passes_first && std::holds_alternative<outcome::TimedOut>(*in_lockstep->failure);
  const bool passes_all = passes_first && !in_lockstep->failure;
  const bool lacked_time = took_too_long || (in_lockstep && in_lockstep->fails_for_time);
  if (!passes_all && !lacked_time && (stuck || races_between_warps(attempt.findings))) {
    JUDGE_TRY(const auto players,
              players_with_warps_apart(harness, attempt, *built, stuck ? WarpDistance::far_from_start : WarpDistance::far));
    if (players.empty()) return attempt;
    JUDGE_TRY(auto apart, call_cases(harness, players, Fault::Kind::warps_apart, attempt, *first, observer));
    if (!apart.cases.empty() && !apart.failure) return decide(harness.setting.cases, std::move(attempt), std::move(apart));
  }
  if (!passes_first) return attempt;
  return decide(harness.setting.cases, std::move(attempt), *std::move(in_lockstep));
}

}  // namespace judge
