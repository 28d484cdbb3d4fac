#include <unistd.h>

#include <cstdio>
#include <memory>

#include "judge/catalog/catalog.hpp"
#include "judge/catalog/folders.hpp"
#include "judge/cli/commands.hpp"
#include "judge/render/output.hpp"
#include "judge/render/problem_page.hpp"

namespace judge {

namespace fs = std::filesystem;

namespace {

struct ListOptions {
  bool names_only = false;
};

Result<int> list_names(const fs::path& root) {
  JUDGE_TRY(const auto names, problem_names(root));
  for (const auto& name : names) JUDGE_CHECK(print(name + '\n'));
  return k_exit_fine;
}

/// A broken problem does not hide the others.
Result<int> list_problems(const fs::path& root) {
  JUDGE_TRY(const auto names, problem_names(root));
  int status = k_exit_fine;
  std::vector<Problem> problems;
  for (const auto& name : names) {
    auto problem = find_problem(root, name);
    if (problem) {
      problems.push_back(*std::move(problem));
      continue;
    }
    std::fprintf(stderr, "judge: %s\n", problem.error().message.c_str());
    status = k_exit_error;
  }
  std::vector<ProblemRow> rows;
  for (const auto& problem : problems) rows.push_back({&problem, attempts_below(root / "solutions", problem).size()});
  JUDGE_CHECK(print(problem_list_text(rows, style_for(STDOUT_FILENO))));
  return status;
}

}  // namespace

void add_list(CommandLine& line) {
  const auto options = std::make_shared<ListOptions>();
  auto* command = line.app.add_subcommand("list", "The problems that there are");
  command->add_flag("--names", options->names_only, "Only their names, one a line");
  command->footer(
      "Examples:\n"
      "  judge list\n"
      "  judge list --root ~/my-problems\n"
      "  for problem in $(judge list --names); do judge verify $problem; done");
  command->callback([&line, options] {
    line.action = [&line, options]() -> Result<int> {
      JUDGE_TRY(const auto root, find_root(line.common.root, find_installation()));
      return options->names_only ? list_names(root) : list_problems(root);
    };
  });
}

}  // namespace judge
