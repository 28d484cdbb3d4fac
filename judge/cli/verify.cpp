#include <unistd.h>

#include <algorithm>
#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/model/exit_status.hpp"
#include "judge/model/record_json.hpp"
#include "judge/render/output.hpp"
#include "judge/render/progress.hpp"
#include "judge/verify/verify.hpp"

namespace judge {

namespace {

Result<SoundnessReport> verify_with_progress(const Verifying& verifying, const std::string& problem) {
  Progress progress({.mode = progress_mode_for(STDERR_FILENO, ProgressMode::messages)});
  return verify_problem(verifying, problem, progress);
}

// As text they have been printed. Without a report of this problem all would look sound.
Result<void> print_json(std::vector<SoundnessReport> before, const std::string& problem, const Error& error) {
  before.push_back({.problem = problem,
                    .runtime = before.front().runtime,
                    .results = {{SoundnessResult::State::failed, "verified", "the judge failed: " + error.message}}});
  return print(json_text(encode(soundness_document(before)), 2) + '\n');
}

Result<int> verify(const CommonOptions& common, const VerifyOptions& options, Format format) {
  JUDGE_TRY(const Verifying verifying, start_verifying(common, options));
  say(verifying.target.note);
  std::vector<SoundnessReport> reports;
  for (const auto& problem : verifying.options.problems) {
    auto report = verify_with_progress(verifying, problem);
    if (!report && format == Format::json && !reports.empty()) JUDGE_CHECK(print_json(reports, problem, report.error()));
    JUDGE_TRY(reports.emplace_back(), std::move(report));
    const auto separator = reports.size() > 1 ? "\n" : "";
    if (format == Format::text) JUDGE_CHECK(print(separator + soundness_text(reports.back(), style_for(STDOUT_FILENO))));
  }
  if (format == Format::json) JUDGE_CHECK(print(json_text(encode(soundness_document(reports)), 2) + '\n'));
  return std::ranges::all_of(reports, &SoundnessReport::is_sound) ? k_exit_fine : k_exit_not_accepted;
}

}  // namespace

void add_verify(CommandLine& line) {
  const auto options = std::make_shared<VerifyOptions>();
  const auto format = std::make_shared<Format>(Format::text);
  auto* command = line.app.add_subcommand("verify", "Test whether a problem is sound");
  auto* problems = command->add_option("problem", options->problems, "Names, or paths of problem folders");
  problems->type_name("PROBLEM");
  auto* all = command->add_flag("--all", options->all, "Every problem that `judge list` shows")->excludes(problems);
  command->add_flag("--no-attempts", options->no_attempts, "Do not run the attempts in solutions/");
  add_seed_option(*command, options->seed, "Draw the inputs from this seed, not from a fresh one");
  add_format_options(*command, *format, {{Format::json, "As one JSON document"}});
  command->footer(
      "Tests that the right answer is accepted and that trivial answers (zeros, nothing, an input, half of it, all but the "
      "last\n"
      "element, the answer to other inputs) are rejected, that the reference repeats its results, and that all attempts in "
      "solutions/ are accepted.\n\n"
      "Examples:\n"
      "  judge verify vector-addition\n"
      "  judge verify my-problem --no-attempts            before there are any\n"
      "  judge verify --all                               every problem\n"
      "  judge verify --all --json | jq '.problems[] | select(.sound | not)'\n"
      "Exit status: 0 sound, 1 some problem is not, 2 usage error or an error of the judge.");
  command->callback([&line, options, format, problems, all] {
    if (problems->count() == 0 && all->count() == 0) throw CLI::RequiredError("a problem, or --all,");
    line.action = interruptible([&line, options, format] { return verify(line.common, *options, *format); });
  });
}

}  // namespace judge
