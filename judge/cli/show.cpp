#include <unistd.h>

#include <filesystem>
#include <memory>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/new_problem.hpp"
#include "judge/cli/commands.hpp"
#include "judge/cli/format_options.hpp"
#include "judge/model/problem_document.hpp"
#include "judge/model/record_json.hpp"
#include "judge/passes/target.hpp"
#include "judge/render/output.hpp"
#include "judge/render/problem_page.hpp"

namespace judge {

namespace {

struct ShowOptions {
  std::string problem;
  bool starter = false;
  Format format = Format::text;
  int hint = 0;  // its number; 0 = none is asked for
};

Result<int> show_hint(const Problem& problem, int hint) {
  const auto count = static_cast<int>(problem.hints.size());
  if (count == 0) return fail("{} has no hints", problem.name);
  if (hint < 1 || hint > count)
    return fail("{} has {} hint{}; there is no hint {}", problem.name, count, count == 1 ? "" : "s", hint);
  JUDGE_CHECK(print(hint_text(problem, static_cast<std::size_t>(hint), style_for(STDOUT_FILENO))));
  return k_exit_fine;
}

std::string page_of(const Problem& problem, const std::vector<Case>& cases, RuntimeKind runtime) {
  std::error_code error;
  const bool has_solutions = std::filesystem::is_directory("solutions", error);
  std::string page = problem_page(problem, cases, style_for(STDOUT_FILENO), has_solutions ? "solutions/" : "");
  if (runtime == RuntimeKind::emulated)
    page += printable(note_on_sizes(cases, cases_of(problem, RuntimeKind::cuda).value_or(std::vector<Case>())));
  return page;
}

Result<int> show(const CommonOptions& common, const ShowOptions& options) {
  const auto installation = find_installation();
  JUDGE_TRY(const auto root, find_root(common.root, installation));
  JUDGE_TRY(const auto problem, find_problem(root, options.problem));
  if (options.starter) {
    JUDGE_CHECK(print(starter_for(problem)));
    return k_exit_fine;
  }
  if (options.hint) return show_hint(problem, options.hint);
  JUDGE_TRY(const auto target, choose_target(common.runtime, installation));
  JUDGE_TRY(const auto cases, cases_of(problem, target.kind, {.all = true}));
  if (options.format == Format::json)
    JUDGE_CHECK(print(json_text(encode(problem_document(problem, cases, target.kind)), 2) + '\n'));
  else JUDGE_CHECK(print(page_of(problem, cases, target.kind)));
  return k_exit_fine;
}

}  // namespace

void add_show(CommandLine& line) {
  const auto options = std::make_shared<ShowOptions>();
  auto* command = line.app.add_subcommand("show", "Show one problem: statement, signature, cases, hints, how to start");
  command->add_option("problem", options->problem, "Its name or number, or a problem folder's path")
      ->required()
      ->type_name("PROBLEM");
  auto* starter = command->add_flag("--starter", options->starter, "Only print a first attempt that builds, to fill in");
  add_format_options(*command, options->format, {{Format::json, "As one JSON document"}});
  starter->excludes("--json");
  command->add_flag("--hint{1}", options->hint, "Only print a hint: the first; --hint=2: the second");
  command->footer(
      "Examples:\n"
      "  judge show vector-addition                              or: judge show 1\n"
      "  judge show reduction --hint                             then --hint=2, one at a time\n"
      "  judge show vector-addition --starter > solutions/va_mine.cu\n"
      "  judge show vector-addition --json | jq '.cases[].name'");
  command->callback([&line, options] { line.action = [&line, options] { return show(line.common, *options); }; });
}

}  // namespace judge
