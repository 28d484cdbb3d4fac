#include "judge/verify/examples.hpp"

#include "judge/judging/testing.hpp"

namespace judge {

namespace {

using State = SoundnessCheck::State;

SoundnessCheck check_of(const Tested& example) {
  const Verdict& verdict = example.standing.error().verdict;
  SoundnessCheck check{.state = State::failed, .name = example.attempt.name};
  check.found = fmt::format("{}: {}", name_of(verdict.kind), verdict.summary);
  if (!verdict.case_name.empty()) check.cases = {verdict.case_name};
  if (verdict.kind == VerdictKind::unsupported) {
    check.state = State::warning;
    check.advice = "verify on a GPU as well: the emulated runtime cannot run it";
  } else {
    check.advice = fmt::format("`judge run` with {} tells more; correct it, or the problem", example.attempt.path.string());
  }
  return check;
}

}  // namespace

Result<std::vector<SoundnessCheck>> examine_examples(Bench& bench, std::vector<Building> examples,
                                                     const std::filesystem::path& starter, Observer& observer) {
  if (examples.empty()) {
    const auto prefix = bench.setting.problem.prefix;
    const auto advice = starter.empty()
                            ? fmt::format("write one that is accepted: solutions/{}_simple.cu", prefix)
                            : fmt::format("{} is one under another prefix: mv {} {}_starter.cu", starter.filename().string(),
                                          starter.string(), (starter.parent_path() / prefix).string());
    return std::vector<SoundnessCheck>{
        {State::warning, "examples", "there is none, so nothing shows that solve() can be written", advice}};
  }
  JUDGE_TRY(auto player, start_player(bench.setting));
  JUDGE_TRY(const auto tested, test_all(bench, std::move(examples), std::move(player), observer));
  std::vector<SoundnessCheck> checks(1);
  for (const Tested& example : tested)
    if (!example.is_right()) checks.push_back(check_of(example));
  checks.front() = {.name = "examples",
                    .found = fmt::format("{} of {} accepted", tested.size() + 1 - checks.size(), tested.size())};
  return checks;
}

}  // namespace judge
