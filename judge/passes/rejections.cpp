#include "judge/passes/rejections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "judge/passes/kept_state.hpp"
#include "judge/passes/lack_of_memory.hpp"
#include "judge/passes/own_lines.hpp"
#include "judge/util/contains.hpp"
#include "judge/verdict/findings.hpp"
#include "judge/verdict/judge_outcome.hpp"
#include "judge/verdict/texts.hpp"
#include "judge/verdict/wrong_answer.hpp"

namespace judge {

Decided decided_by(const Outcome& outcome, const Case& test, const Player* player) {
  Decided decided{.verdict = judge_outcome(outcome, test)};
  if (const auto* wrong = std::get_if<outcome::WrongAnswer>(&outcome)) decided.mismatch = wrong->mismatch;
  if (const auto* faulted = std::get_if<outcome::Faulted>(&outcome)) decided.fault = faulted->fault;
  if (player) decided.printed = player->printed();
  decided.lacked_device_memory = lacks_device_memory(outcome, decided.printed);
  return decided;
}

void take_verdict(Record& record, const Setting& setting, const Tested& attempt) {
  const std::string more = keep_findings(record.findings, attempt.findings);
  if (attempt.is_right()) {
    // Accepted, with reads beside a buffer that a GPU does not detect.
    record.verdict = judge_outcome(outcome::Passed{attempt.findings}, setting.cases.back());
  } else {
    const Decided& decided = attempt.standing.error();
    record.verdict = decided.verdict;
    record.mismatch = decided.mismatch;
    record.fault = decided.fault;
  }
  record.verdict.details = join_lines({record.verdict.details, more});
}

void add_leaks(Tested& attempt) {
  if (!attempt.built || contains(attempt.findings, Fault::Kind::leak, &Finding::kind)) return;
  for (Finding& leak : leak_findings(attempt.leaks, attempt.built->artifact.library)) {
    name_own_lines(leak, attempt);
    attempt.findings.push_back(std::move(leak));
  }
}

// Of an attempt that used too much memory; empty: nothing is known to be left.
static std::string text_of_leaks(Tested& attempt, const outcome::TooMuchMemory& memory, const Case& test) {
  if (!memory.device && !memory.device_is_host) return {};
  add_leaks(attempt);
  std::vector<Finding> leaks;
  std::ranges::copy_if(attempt.findings, std::back_inserter(leaks),
                       [](const Finding& finding) { return finding.kind == Fault::Kind::leak; });
  if (leaks.empty()) return {};
  return join_lines({memory.device_is_host
                         ? "on the emulated runtime device memory is host memory, and what calls of solve() do not free adds up"
                         : "what calls of solve() do not free adds up",
                     findings_text(leaks, test)});
}

void reject(Tested& attempt, Outcome outcome, const Case& test) {
  name_own_lines(outcome, attempt);
  const Player* player = attempt.is_right() && !attempt.standing->empty() ? attempt.standing->front().get() : nullptr;
  // Of earlier cases: what a GPU let pass there may be why this answer is wrong.
  std::vector<Finding> let_pass;
  std::ranges::copy_if(attempt.findings, std::back_inserter(let_pass), &Finding::passes_on_gpu);
  if (const auto* wrong = std::get_if<outcome::WrongAnswer>(&outcome))
    attempt.findings.insert(attempt.findings.end(), wrong->findings.begin(), wrong->findings.end());
  // What made earlier answers right is no news beside a wrong one.
  std::erase_if(attempt.findings, [](const Finding& finding) { return finding.kind == Fault::Kind::leans_on_zeros; });
  Decided decided = decided_by(outcome, test, player);
  if (const auto* memory = std::get_if<outcome::TooMuchMemory>(&outcome))
    decided.verdict.details = join_lines({decided.verdict.details, text_of_leaks(attempt, *memory, test)});
  if (decided.mismatch)
    decided.verdict.details = join_lines(
        {without_guess(decided.verdict.details, *decided.mismatch, test, attempt.findings), findings_text(let_pass, test)});
  attempt.standing = std::unexpected(std::move(decided));
}

void reject_case(Tested& attempt, std::size_t index, Outcome outcome, const Case& test) {
  attempt.cases.resize(index + 1);
  attempt.cases.back().passed = false;
  reject(attempt, std::move(outcome), test);
  auto& details = attempt.standing.error().verdict.details;
  details = join_lines({details, findings_text(attempt.findings, test, details)});
}

static void reject_later(Tested& attempt, Outcome outcome, const Case& test, std::string_view later) {
  const bool is_wrong = std::holds_alternative<outcome::WrongAnswer>(outcome);
  reject(attempt, std::move(outcome), test);
  auto& details = attempt.standing.error().verdict.details;
  details = fmt::format(
      "Its first call on this case was right; {} was not. How many there are differs from run to run, so --seed may not "
      "repeat it.\n{}",
      later, details);
  if (is_wrong && may_keep_state(attempt.code())) details = join_lines({details, std::string(k_kept_state_advice)});
}

void reject_timed(Tested& attempt, Outcome outcome, const Case& test, std::size_t call) {
  reject_later(attempt, std::move(outcome), test, fmt::format("call {} of those that are timed", call));
}

void reject_after_timing(Tested& attempt, Outcome outcome, const Case& test) {
  reject_later(attempt, std::move(outcome), test, "one after those that are timed");
}

}  // namespace judge
