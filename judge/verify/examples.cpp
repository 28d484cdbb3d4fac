#include "judge/verify/examples.hpp"

#include "judge/passes/testing.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

using State = SoundnessResult::State;

SoundnessResult result_of(const Tested& example) {
  const Verdict& verdict = example.standing.error().verdict;
  SoundnessResult result{.state = State::failed, .name = example.attempt.name};
  result.found = fmt::format("{}: {}", name_of(verdict.kind), verdict.summary);
  if (!verdict.case_name.empty()) result.cases = {verdict.case_name};
  if (verdict.kind == VerdictKind::unsupported) {
    result.state = State::warning;
    result.advice = "verify on a GPU as well: the emulated runtime cannot run it";
  } else {
    result.advice = fmt::format("run `judge run` with {}; then correct it, or the problem", example.attempt.path.string());
  }
  return result;
}

}  // namespace

Result<std::vector<SoundnessResult>> test_examples(Harness& harness, std::vector<Building> examples,
                                                   const std::filesystem::path& starter, Observer& observer) {
  if (examples.empty()) {
    const auto prefix = harness.setting.problem.prefix;
    const auto advice = starter.empty()
                            ? fmt::format("write one that is accepted: solutions/{}_simple.cu", prefix)
                            : fmt::format("{} is one under another prefix: mv {} {}_starter.cu", starter.filename().string(),
                                          starter.string(), (starter.parent_path() / prefix).string());
    return std::vector<SoundnessResult>{
        {State::warning, "examples", "there is none, so nothing shows that solve() can be written", advice}};
  }
  JUDGE_TRY(auto player, start_player(harness.setting));
  JUDGE_TRY(const auto tested, test_all(harness, std::move(examples), player, observer));
  std::vector<SoundnessResult> results(1);
  for (const Tested& example : tested)
    if (!example.is_right()) results.push_back(result_of(example));
  const State worst = contains(results, State::failed, &SoundnessResult::state) ? State::failed
                      : results.size() > 1                                      ? State::warning
                                                                                : State::ok;
  results.front() = {.state = worst,
                     .name = "examples",
                     .found = fmt::format("{} of {} accepted", tested.size() + 1 - results.size(), tested.size())};
  return results;
}

}  // namespace judge
