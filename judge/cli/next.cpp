#include <unistd.h>

#include <memory>

#include "judge/cli/search_options.hpp"
#include "judge/judging/catalogue.hpp"
#include "judge/render/output.hpp"
#include "judge/render/problem_list.hpp"

namespace judge {

static Result<int> next(const CommonOptions& common, const ProblemSearch& search) {
  JUDGE_TRY(const auto catalogue, read_catalogue(common));
  JUDGE_TRY(const auto proposal, propose_next(catalogue.rows, search));
  JUDGE_CHECK(print(proposal_text(proposal, style_for(STDOUT_FILENO))));
  return k_exit_fine;
}

void add_next(CommandLine& line) {
  const auto search = std::make_shared<ProblemSearch>();
  auto* command = line.app.add_subcommand("next", "Propose the next problem to solve, and why");
  add_search_options(*command, *search);
  command->footer(
      "Proposes the easiest problem that you have not solved; among these the one with most tags in common with your solved\n"
      "problems; among these the one with the lowest number. `judge list --help` says what counts as solved.\n\n"
      "Examples:\n"
      "  judge next\n"
      "  judge next attention\n"
      "  judge next --hard");
  command->callback([&line, search] { line.action = [&line, search] { return next(line.common, *search); }; });
}

}  // namespace judge
