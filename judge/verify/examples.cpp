#include "judge/verify/examples.hpp"

#include "judge/judging/checking.hpp"
#include "judge/util/interrupt.hpp"

namespace judge {

namespace {

using State = SoundnessCheck::State;

SoundnessCheck check_of(const Contestant& example) {
  const Verdict& verdict = *example.verdict;
  SoundnessCheck check{.state = State::failed, .name = example.attempt.name};
  check.found = fmt::format("{}: {}", name_of(verdict.kind), verdict.summary);
  if (!verdict.case_name.empty()) check.cases = {verdict.case_name};
  if (verdict.kind == VerdictKind::unsupported) {
    check.state = State::warning;
    check.advice = "verify on a GPU as well: the emulated runtime cannot run it";
  } else {
    check.advice = fmt::format("`judge run` with {} tells more; correct it, or the problem",
                               example.attempt.path.string());
  }
  return check;
}

}  // namespace

Result<std::vector<SoundnessCheck>> examine_examples(Workbench& bench, std::vector<Contestant>& examples,
                                                     const std::filesystem::path& starter, Observer& observer) {
  std::vector<SoundnessCheck> checks;
  std::size_t accepted = 0;
  std::optional<PlayerProcess> next;
  for (std::size_t i = 0; i < examples.size(); ++i) {
    Contestant& example = examples[i];
    if (!next) { JUDGE_TRY(next, bench.start_player()); }
    PlayerProcess player = *std::move(next);
    next.reset();
    // The next one's context is made while this one is judged.
    if (i + 1 < examples.size()) { JUDGE_TRY(next, bench.start_player()); }
    observer.attempt_started(example.attempt.name, bench.cases().size());
    StageClock clock;
    JUDGE_CHECK(check_attempt(bench, example, std::move(player), clock, observer));
    if (interrupted()) return fail("interrupted");
    if (example.verdict && example.verdict->kind != VerdictKind::accepted) checks.push_back(check_of(example));
    else ++accepted;
    example.player.reset();
  }
  const auto prefix = bench.problem().prefix;
  if (examples.empty())
    checks.push_back({State::warning, "examples", "there is none, so nothing shows that solve() can be written",
                      starter.empty() ? fmt::format("write one that is accepted: solutions/{}_simple.cu", prefix)
                                      : fmt::format("{} is one under another prefix: mv {} {}_starter.cu", starter.filename().string(),
                                                    starter.string(), (starter.parent_path() / prefix).string())});
  else
    checks.insert(checks.begin(),
                  {.name = "examples", .found = fmt::format("{} of {} accepted", accepted, examples.size())});
  return checks;
}

}  // namespace judge
