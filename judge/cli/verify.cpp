#include <memory>

#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/cli/judging_options.hpp"
#include "judge/verify/verify.hpp"

namespace judge {

void add_verify(CommandLine& line) {
  const auto options = std::make_shared<VerifyOptions>();
  auto* command = line.app.add_subcommand("verify", "Test whether a problem is sound");
  auto* problems = command->add_option("problem", options->problems, "Names, or paths of problem folders");
  problems->type_name("PROBLEM");
  auto* all = command->add_flag("--all", options->all, "Every problem that `judge list` shows")->excludes(problems);
  command->add_flag("--no-attempts", options->no_attempts, "Do not run the attempts in solutions/");
  add_seed_option(*command, options->seed, "Draw the inputs from this seed, not from a fresh one");
  add_format_options(*command, options->format, {{Format::json, "As one JSON document"}});
  command->footer(
      "Tests that the right answer is accepted and that trivial answers (zeros, nothing, an input, half of it, all but the "
      "last\n"
      "element) are rejected, that the reference repeats its results, and that all attempts in solutions/ are accepted.\n\n"
      "Examples:\n"
      "  judge verify vector-addition\n"
      "  judge verify my-problem --no-attempts            before there are any\n"
      "  judge verify --all                               every problem\n"
      "  judge verify --all --json | jq '.problems[] | select(.sound | not)'\n"
      "Exit status: 0 sound, 1 some problem is not, 2 usage error or an error of the judge.");
  command->callback([&line, options, problems, all] {
    if (problems->count() == 0 && all->count() == 0) throw CLI::RequiredError("a problem, or --all,");
    line.action = [&line, options] { return verify(line.common, *options); };
  });
}

}  // namespace judge
