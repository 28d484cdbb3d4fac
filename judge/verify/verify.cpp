#include "judge/verify/verify.hpp"

#include <unistd.h>

#include <algorithm>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/folders.hpp"
#include "judge/catalog/new_problem.hpp"
#include "judge/judging/workbench.hpp"
#include "judge/model/exit_status.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"
#include "judge/util/interrupt.hpp"
#include "judge/verify/answers.hpp"
#include "judge/verify/examples.hpp"
#include "judge/verify/files.hpp"
#include "judge/verify/reference.hpp"
#include "judge/verify/report.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

using State = SoundnessCheck::State;

/// What one `judge verify` has in common for all its problems.
struct Bench {
  const CommonOptions& common;
  const VerifyOptions& options;
  Installation installation;
  Target target;
  fs::path root;
};

void add(SoundnessReport& report, std::vector<SoundnessCheck> checks) {
  std::ranges::move(checks, std::back_inserter(report.checks));
}

/// A folder that does not load is a problem that is not sound; a name without a folder is a mistake of the caller.
bool has_folder(const fs::path& root, const std::string& name) {
  if (name.contains('/')) return is_problem_folder(name);
  const auto folders = problem_folders(root);
  return folders && folders->contains(name);
}

/// The reference, built and loaded; nothing where it cannot be, and a failed check says why.
Result<std::optional<Oracle>> load_reference(const Workbench& workbench, SoundnessReport& report) {
  const auto failed = [&](std::string found, std::string advice) {
    report.checks.push_back({State::failed, "reference", std::move(found), std::move(advice)});
    return std::optional<Oracle>();
  };
  JUDGE_TRY(const auto built, workbench.builder().build(reference_request(workbench.problem())));
  if (const auto* failure = std::get_if<CompileFailure>(&built))
    return failed("does not compile:\n" + failure->diagnostics, "correct it; problems/README.md says what it may use");
  auto oracle = Oracle::load(workbench.installation().reference(), std::get<Artifact>(built).library, workbench.problem());
  if (!oracle) return failed(oracle.error().message, "");
  if (!oracle->has_reference())
    return failed("reference.cpp defines no reference()",
                  "define it also where check() decides: verify hands its answers in and check() must accept them");
  report.checks.push_back({.name = "reference", .found = "compiles and loads"});
  return std::optional<Oracle>(*std::move(oracle));
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// Works every case out and hands answers in.
Result<void> examine_cases(Workbench& workbench, const Oracle& oracle, SoundnessReport& report, Observer& observer) {
  ReferenceExam reference(oracle);
  AnswersExam answers(workbench.problem());
  for (std::size_t i = 0; i < workbench.cases().size(); ++i) {
    if (interrupted()) return fail("interrupted");
    const Case& test = workbench.cases()[i];
    observer.stage(test.name);
    JUDGE_TRY(const PreparedCase* prepared, workbench.prepared(i));
    JUDGE_TRY(const auto truth, reference.examine(test, prepared->seed));
    JUDGE_CHECK(answers.examine(workbench.referee(), workbench.runtime(), *prepared, truth));
  }
  add(report, reference.checks());
  add(report, answers.checks());
  return {};
}

Result<void> examine_problem(const Bench& bench, const Problem& problem, SoundnessReport& report, Observer& observer) {
  // Compilers start; the files are looked at meanwhile.
  JUDGE_TRY(const auto workbench, Workbench::create({.installation = bench.installation, .target = bench.target,
                                                     .cache_dir = bench.common.cache_dir(), .problem = problem,
                                                     .seed = bench.options.seed}));
  std::vector<Contestant> examples;
  if (!bench.options.no_attempts && !attempts_below(bench.root / "solutions", problem).empty()) {
    JUDGE_TRY(examples, gather_attempts({}, bench.root, problem));
  }
  start_builds(*workbench, examples);
  JUDGE_TRY(auto file_checks, examine_files(*workbench));
  const bool fits = file_checks.back().state != State::failed;   // the memory comes last
  add(report, std::move(file_checks));

  // The reference and the comparison.
  JUDGE_TRY(const auto oracle, load_reference(*workbench, report));
  if (!oracle || !fits) return {};
  JUDGE_CHECK(workbench->open());
  if (const auto examined = examine_cases(*workbench, *oracle, report, observer); !examined) {
    if (!oracle->is_broken() && !workbench->oracle().is_broken()) return examined;
    report.checks.push_back({State::failed, "reference runs", examined.error().message});
    return {};
  }
  if (const std::string& printed = oracle->printed(); !printed.empty())
    report.checks.push_back({State::warning, "reference is silent", "it printed: " + first_line(printed),
                             "leave it out: it would be printed for every run of the problem"});

  // Attempts that are known to be right.
  if (bench.options.no_attempts) {
    report.checks.push_back({State::not_checked, "examples", "not run: --no-attempts"});
    return {};
  }
  JUDGE_TRY(auto example_checks, examine_examples(*workbench, examples,
                                                 starter_under_another_prefix(bench.root / "solutions", problem), observer));
  add(report, std::move(example_checks));
  return {};
}

Result<SoundnessReport> verify_problem(const Bench& bench, const std::string& name) {
  SoundnessReport report{.problem = name, .runtime = bench.target.kind};
  const auto problem = find_problem(bench.root, name);
  if (!problem && !has_folder(bench.root, name)) return std::unexpected(problem.error());
  if (!problem) {
    report.checks.push_back(
        {State::failed, "files", problem.error().message, "problems/README.md describes the files"});
    return report;
  }
  report.problem = problem->name;
  const bool on_terminal = progress_mode_for(STDERR_FILENO) == ProgressMode::live;
  Progress progress({.mode = on_terminal ? ProgressMode::live : ProgressMode::off});
  progress.stage("verifying " + problem->name);
  const auto examined = examine_problem(bench, *problem, report, progress);
  progress.finish();
  if (!examined) return fail("{}: {}", problem->name, examined.error().message);
  return report;
}

}  // namespace

Result<int> verify(const CommonOptions& common, const VerifyOptions& options) {
  install_interrupt_handler();
  Bench bench{.common = common, .options = options, .installation = find_installation()};
  JUDGE_TRY(bench.root, find_root(common.root, bench.installation));
  std::vector<std::string> names = options.problems;
  if (options.all) { JUDGE_TRY(names, problem_names(bench.root)); }
  if (names.empty()) return fail("{}: holds no problems", (bench.root / "problems").string());
  JUDGE_TRY(bench.target, choose_target(common.runtime, bench.installation));
  if (!bench.target.note.empty()) fmt::print(stderr, "{}\n", bench.target.note);

  std::vector<SoundnessReport> reports;
  for (const auto& name : names) {
    JUDGE_TRY(auto report, verify_problem(bench, name));
    reports.push_back(std::move(report));
    const auto separator = reports.size() > 1 ? "\n" : "";
    if (!options.json) JUDGE_CHECK(print(separator + soundness_text(reports.back(), style_for(STDOUT_FILENO))));
  }
  if (options.json) JUDGE_CHECK(print(json_text(soundness_json(reports), 2) + '\n'));
  return std::ranges::all_of(reports, &SoundnessReport::is_sound) ? k_exit_fine : k_exit_not_accepted;
}

}  // namespace judge
