#include "judge/judging/trial.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/suggest.hpp"
#include "judge/passes/rejections.hpp"
#include "judge/passes/testing.hpp"
#include "judge/referee/free_memory.hpp"
#include "judge/referee/margin.hpp"
#include "judge/util/contains.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verdict/texts.hpp"

namespace judge {

namespace {

constexpr std::string_view k_worked_example = "worked example";
constexpr std::size_t k_most_rows = 1000, k_small = 1 << 16;  // of an input: more rows nobody reads, but a small one is whole
constexpr std::int64_t k_most_output = 1 << 20;

Result<std::string> choose_case(const Problem& problem, RuntimeKind runtime, const std::string& wanted) {
  JUDGE_TRY(const auto cases, cases_of(problem, runtime));
  const auto called = names_of_called(cases, wanted.empty() ? k_worked_example : std::string_view(wanted));
  if (called.size() == 1) return called.front();
  if (wanted.empty()) return cases.front().name;
  if (!called.empty())
    return fail("{} has {} cases '{}': \"{}\"; name one", problem.name, called.size(), wanted, fmt::join(called, "\", \""));
  std::vector<std::string> names;
  for (const auto& test : cases) names.push_back(test.name);
  return fail("{} has no case '{}'{} (judge show {} lists them)", problem.name, wanted, did_you_mean(wanted, names),
              problem.name);
}

// Of an output all elements, of an input those of its first rows.
std::vector<std::string> texts_of(const BufferArgument& buffer, std::span<const std::byte> bytes) {
  const std::size_t size = size_of(buffer.type),
                    columns = buffer.shape.size() > 1 ? static_cast<std::size_t>(buffer.shape.back()) : 1;
  if (buffer.direction == Direction::in)
    bytes = bytes.first(std::min(bytes.size(), std::max(k_most_rows * columns, k_small) * size));
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < bytes.size(); at += size)
    texts.push_back(value_text(buffer.type, load_as_double(buffer.type, &bytes[at])));
  return texts;
}

// The case's inputs and what is right, by the reference.
Result<std::vector<TrialBuffer>> work_out(const Harness& harness, std::vector<HostMemory>& inputs,
                                          std::vector<HostMemory>& right) {
  const Case& test = harness.setting.cases.front();
  JUDGE_TRY(inputs, harness.draws.inputs(0));
  JUDGE_TRY(right, harness.draws.inputs(0));
  if (harness.oracle.has_reference()) JUDGE_CHECK(harness.oracle.reference(test, Oracle::buffers_of(right)));
  std::vector<TrialBuffer> buffers;
  for (std::size_t i = 0; i < test.arguments.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i]);
    if (!buffer) continue;
    if (buffer->direction != Direction::in && buffer->elements() > k_most_output)
      return fail("{} has {} elements in case {}; choose a smaller one with --case", buffer->name, buffer->elements(),
                  test.name);
    TrialBuffer shown{.name = buffer->name, .shape = buffer->shape, .direction = buffer->direction};
    if (buffer->direction != Direction::out) shown.given = texts_of(*buffer, inputs[i].span());
    if (buffer->direction != Direction::in && harness.oracle.has_reference())
      shown.expected = texts_of(*buffer, right[i].span());
    buffers.push_back(std::move(shown));
  }
  return buffers;
}

// What the buffers hold after a call of the attempt's own, and what it printed, whatever its verdict was. No contents where it does not return.
Result<void> add_answer(Harness& harness, const Tested& attempt, const std::vector<HostMemory>& inputs,
                        const std::vector<HostMemory>& right, Trial& trial) {
  if (!attempt.built) return {};
  JUDGE_TRY(auto player, start_player(harness.setting, {.memory = attempt.memory}));
  JUDGE_TRY(const auto loaded, load(harness, *attempt.built, std::move(player)));
  if (!loaded) return {};
  JUDGE_TRY(const auto* prepared, harness.draws.prepared(0));
  JUDGE_TRY(const auto called, harness.referee.call(*loaded->front(), *prepared, {}));
  if (interrupted()) return fail("interrupted");
  trial.printed = loaded->front()->printed();
  const bool has_returned = std::holds_alternative<outcome::Passed>(called.outcome) ||
                            std::holds_alternative<outcome::WrongAnswer>(called.outcome) ||
                            std::holds_alternative<outcome::InputChanged>(called.outcome) ||
                            std::holds_alternative<outcome::OutOfBoundsWrite>(called.outcome);
  if (!has_returned) return {};
  JUDGE_TRY(const auto contents, harness.referee.contents(called.placed));
  JUDGE_TRY(const auto unwritten, harness.referee.find_unwritten(*loaded->front(), *prepared, called.placed, contents, right));
  auto shown = trial.buffers.begin();
  for (std::size_t i = 0; i < contents.size(); ++i) {
    const auto* buffer = std::get_if<BufferArgument>(&prepared->test.arguments[i]);
    if (!buffer) continue;
    const auto got = contents[i].span();
    const bool is_input = buffer->direction == Direction::in;
    shown->differs = differing_elements(*buffer, got, is_input ? inputs[i].span() : right[i].span());
    const bool is_of_interest = !is_input || contains(shown->differs, true);
    if (is_of_interest) shown->got = texts_of(*buffer, got);
    if (is_input) shown->differs.resize(shown->got.size());
    for (std::size_t e = 0; e < shown->got.size(); ++e)
      if (shown->differs[e] && !unwritten[i].empty() && unwritten[i][e]) shown->got[e] = "nothing";
    ++shown;
  }
  return {};
}

Record trial_record(const Setting& setting, const Tested& attempt) {
  Record record{.time = setting.utc_now(),
                .judge_version = JUDGE_VERSION,
                .problem = setting.problem.name,
                .attempt = attempt.attempt,
                .device = setting.device,
                .cases = attempt.cases};
  take_verdict(record, setting, attempt);
  return record;
}

}  // namespace

Result<Trial> try_case(const CommonOptions& common, const TrialOptions& options, Observer& observer) {
  TrialRequest request{.installation = find_installation(), .case_name = options.case_name};
  JUDGE_TRY(const auto root, find_root(common.root, request.installation));
  JUDGE_TRY(request.problem, find_problem(root, options.problem));
  if (!options.attempt.empty()) {
    JUDGE_TRY(auto submissions, gather_attempts({options.attempt}, root, request.problem));
    if (submissions.size() > 1) return fail("{}: holds several attempts; name one", options.attempt);
    request.submission = std::move(submissions.front());
  }
  return try_submission(common, request, observer);
}

Result<Trial> try_submission(const CommonOptions& common, const TrialRequest& request, Observer& observer) {
  const auto& [installation, problem, submission, case_name, seed] = request;
  JUDGE_TRY(const Target target, choose_target(common.runtime, installation));
  if (!target.note.empty()) observer.message(target.note);
  JUDGE_TRY(const auto name, choose_case(problem, target.kind, case_name));
  JUDGE_TRY(
      auto opening,
      open_setting(
          {.installation = installation, .target = target, .cache_dir = common.cache_dir(), .problem = problem, .seed = seed}));
  const auto place = std::ranges::find(opening.setting->cases, name, &Case::name);
  opening.setting->first_case = static_cast<std::size_t>(place - opening.setting->cases.begin());  // as in a run of all
  std::erase_if(opening.setting->cases, [&](const Case& test) { return test.name != name; });
  const Setting& setting = *opening.setting;
  JUDGE_TRY(const FreeMemory free, free_memory(setting.runtime));
  JUDGE_CHECK(check_room(setting.cases, free));
  auto building = start_builds(setting, submission ? std::vector{*submission} : std::vector<Submission>());
  observer.overall_stage("building");
  JUDGE_TRY(const auto harness, open_harness(setting, std::move(opening.builds)));
  Trial trial{.case_name = name, .sizes = sizes_of(setting.cases.front())};
  std::vector<HostMemory> inputs, right;
  JUDGE_TRY(trial.buffers, work_out(*harness, inputs, right));
  if (building.empty()) return trial;
  JUDGE_TRY(auto player, start_player(setting));
  JUDGE_TRY(const auto tested, test_all(*harness, std::move(building), player, observer));
  JUDGE_CHECK(add_answer(*harness, tested.front(), inputs, right, trial));
  trial.record = trial_record(setting, tested.front());
  return trial;
}

}  // namespace judge
