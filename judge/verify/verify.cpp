#include "judge/verify/verify.hpp"

#include <algorithm>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/folders.hpp"
#include "judge/catalog/new_problem.hpp"
#include "judge/passes/harness.hpp"
#include "judge/util/files.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/util/lines.hpp"
#include "judge/verify/answers.hpp"
#include "judge/verify/examples.hpp"
#include "judge/verify/files.hpp"
#include "judge/verify/reference.hpp"
#include "judge/verify/unwritten.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

using State = SoundnessResult::State;

void add(SoundnessReport& report, std::vector<SoundnessResult> results) {
  std::ranges::move(results, std::back_inserter(report.results));
}

/// A folder that does not load is a problem that is not sound; a name without a folder is a mistake of the caller.
bool has_folder(const fs::path& root, const std::string& name) {
  if (name.contains('/')) return is_problem_folder(name);
  const auto folders = visible_problems(root);
  return folders && folders->contains(name);
}

/// The reference, built and loaded; empty if that fails, with a failed result that says why.
Result<std::optional<Oracle>> load_reference(const Setting& setting, SoundnessReport& report) {
  const auto failed = [&](std::string found, std::string advice) {
    report.results.push_back({State::failed, "reference", std::move(found), std::move(advice)});
    return std::optional<Oracle>();
  };
  JUDGE_TRY(const auto built, setting.builder.build(reference_request(setting.problem)));
  if (const auto* failure = std::get_if<CompileFailure>(&built))
    return failed("does not compile:\n" + failure->diagnostics, "correct it; problems/README.md says what it may use");
  auto oracle = Oracle::load(setting.installation.reference(), std::get<Artifact>(built).library, setting.problem);
  if (!oracle) return failed(oracle.error().message, "");
  if (!oracle->has_reference())
    return failed("reference.cpp defines no reference()",
                  "define it also where check() decides: verify passes its answers to check(), which must accept them");
  report.results.push_back({.name = "reference", .found = "compiles and loads"});
  return std::optional<Oracle>(*std::move(oracle));
}

/// True if reference.cpp is still the template of `judge new`; then nothing else is tested.
bool is_template(const Problem& problem, SoundnessReport& report) {
  const auto text = read_file(problem.folder / "reference.cpp");
  const auto todo = text ? text->find(k_reference_to_be_written) : std::string::npos;
  if (todo == std::string::npos) return false;
  const auto line = 1 + std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(todo), '\n');
  report.results.push_back({State::failed, "reference",
                            fmt::format("reference.cpp is still the template that `judge new` wrote: line {}", line),
                            "write in it what the right answer is, and take that line out; the rest is tested then"});
  return true;
}

Result<Oracle> another_oracle(const Setting& setting) {
  JUDGE_TRY(const auto built, setting.builder.build(reference_request(setting.problem)));
  if (!std::holds_alternative<Artifact>(built)) return fail("reference.cpp does not compile any more");
  return Oracle::load(setting.installation.reference(), std::get<Artifact>(built).library, setting.problem);
}

/// Computes every case and compares answers with it.
Result<void> test_cases(Harness& harness, const Oracle& oracle, SoundnessReport& report, Observer& observer) {
  JUDGE_TRY(auto another, another_oracle(harness.setting));
  UnwrittenTest unwritten(std::move(another));
  ReferenceTest reference(oracle, harness.setting.problem);
  AnswersTest answers(harness.setting.problem);
  for (std::size_t i = 0; i < harness.setting.cases.size(); ++i) {
    if (interrupted()) return fail("interrupted");
    const Case& test = harness.setting.cases[i];
    observer.stage(test.name);
    JUDGE_TRY(const PreparedCase* prepared, harness.draws.prepared(i));
    const auto others = answers.wants_answer_to_other_inputs(test) ? OtherInputs::worked_out : OtherInputs::left_out;
    JUDGE_TRY(const auto truth, reference.test(test, prepared->seed, others));
    JUDGE_CHECK(unwritten.test(test, prepared->seed, truth.right));
    JUDGE_CHECK(answers.test(harness.referee, harness.setting.runtime, *prepared, truth));
  }
  add(report, reference.results());
  if (auto result = unwritten.result()) report.results.push_back(*std::move(result));
  add(report, answers.results());
  return {};
}

Result<void> test_problem(const Verifying& verifying, const Problem& problem, SoundnessReport& report, Observer& observer) {
  // Compilers start; the files are looked at meanwhile.
  JUDGE_TRY(auto opening, open_setting({.installation = verifying.installation,
                                        .target = verifying.target,
                                        .cache_dir = verifying.cache_dir,
                                        .problem = problem,
                                        .seed = verifying.options.seed,
                                        .extra = {.all = true}}));
  const Setting& setting = *opening.setting;
  std::vector<Submission> examples;
  const auto attempts = attempts_below(verifying.root / "solutions", problem).value_or(std::vector<std::filesystem::path>());
  if (!verifying.options.no_attempts && !attempts.empty()) {
    JUDGE_TRY(examples, gather_attempts({}, verifying.root, problem));
  }
  auto building = start_builds(setting, std::move(examples));
  JUDGE_TRY(auto file_results, test_files(setting));
  const bool fits = file_results.back().state != State::failed;  // the memory comes last
  add(report, std::move(file_results));

  // The reference and the comparison.
  if (is_template(setting.problem, report)) return {};
  JUDGE_TRY(const auto oracle, load_reference(setting, report));
  if (!oracle || !fits) return {};
  JUDGE_TRY(const auto harness, open_harness(setting, std::move(opening.builds)));
  const auto tell = [&](const std::string& line) { observer.message(line); };
  oracle->tell_slow_calls_to(tell);
  harness->oracle.tell_slow_calls_to(tell);
  if (const auto tested = test_cases(*harness, *oracle, report, observer); !tested) {
    if (!oracle->is_broken() && !harness->oracle.is_broken()) return tested;
    report.results.push_back({State::failed, "reference runs", tested.error().message});
    return {};
  }
  if (const std::string& printed = oracle->printed(); !printed.empty())
    report.results.push_back({State::warning, "reference is silent", "it printed: " + first_line(printed),
                              "remove that output: it would appear in every run of the problem"});

  // Attempts that are known to be right.
  if (verifying.options.no_attempts) {
    report.results.push_back({State::not_tested, "examples", "not run: --no-attempts"});
    return {};
  }
  JUDGE_TRY(auto example_checks, test_examples(*harness, std::move(building),
                                               starter_under_another_prefix(verifying.root / "solutions", problem), observer));
  add(report, std::move(example_checks));
  return {};
}

}  // namespace

Result<Verifying> start_verifying(const CommonOptions& common, const VerifyOptions& options) {
  Verifying verifying{.options = options, .installation = find_installation(), .cache_dir = common.cache_dir()};
  JUDGE_TRY(verifying.root, find_root(common.root, verifying.installation));
  if (options.all) {
    JUDGE_TRY(verifying.options.problems, problem_names(verifying.root));
  }
  if (verifying.options.problems.empty()) return fail("{}: holds no problems", (verifying.root / "problems").string());
  JUDGE_TRY(verifying.target, choose_target(common.runtime, verifying.installation));
  return verifying;
}

Result<SoundnessReport> verify_problem(const Verifying& verifying, const std::string& name, Observer& observer) {
  SoundnessReport report{.problem = name, .runtime = verifying.target.kind};
  const auto problem = find_problem(verifying.root, name);
  if (!problem && !has_folder(verifying.root, name)) return std::unexpected(problem.error());
  if (!problem) {
    report.results.push_back({State::failed, "files", problem.error().message, "problems/README.md describes the files"});
    return report;
  }
  report.problem = problem->name;
  observer.stage("verifying " + problem->name);
  const auto tested = test_problem(verifying, *problem, report, observer);
  if (!tested) return fail("{}: {}", problem->name, tested.error().message);
  return report;
}

}  // namespace judge
