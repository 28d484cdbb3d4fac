#include <fmt/ranges.h>
#include <unistd.h>

#include <memory>

#include "judge/catalog/suggest.hpp"
#include "judge/cli/search_options.hpp"
#include "judge/judging/catalogue.hpp"
#include "judge/render/output.hpp"
#include "judge/render/problem_list.hpp"

namespace judge {

namespace {

struct ListOptions {
  ProblemSearch search;
  bool names_only = false, unsolved = false;
};

std::string names_text(const std::vector<const CatalogueRow*>& rows) {
  std::string text;
  for (const auto* row : rows) text += row->problem.name + '\n';
  return text;
}

/// "; did you mean 'vector-addition'?" for words that are a name with a mistake.
std::string meant(const Catalogue& catalogue, const ProblemSearch& search) {
  std::vector<std::string> names;
  for (const auto& row : catalogue.rows) names.push_back(row.problem.name);
  return did_you_mean(fmt::format("{}", fmt::join(search.words, "-")), names);
}

/// A broken problem does not hide the others.
Result<int> list(const CommonOptions& common, const ListOptions& options) {
  JUDGE_TRY(const auto catalogue, read_catalogue(common));
  for (const auto& broken : catalogue.broken) say_error(broken.message);
  for (const auto& line : catalogue.skipped) say_error(line);
  std::vector<const CatalogueRow*> rows;
  for (const auto& row : catalogue.rows)
    if (is_wanted(row.problem, options.search) && !(options.unsolved && row.standing.solved())) rows.push_back(&row);
  if (rows.empty() && catalogue.broken.empty() && !catalogue.rows.empty())
    return fail("no problem has all of this{}; `judge list` shows every one", meant(catalogue, options.search));
  JUDGE_CHECK(
      print(options.names_only ? names_text(rows) : problem_list_text(rows, catalogue.device, style_for(STDOUT_FILENO))));
  return catalogue.broken.empty() ? k_exit_fine : k_exit_error;
}

}  // namespace

void add_list(CommandLine& line) {
  const auto options = std::make_shared<ListOptions>();
  auto* command = line.app.add_subcommand("list", "List the problems, and which of them you have solved");
  add_search_options(*command, options->search);
  command->add_flag("--unsolved", options->unsolved, "Only problems that you have not solved");
  command->add_flag("--names", options->names_only, "Only names, one per line");
  command->footer(
      "Solved, best and percentile are about your own attempts, the current versions of the problems, and the device that was\n"
      "used last (with --runtime: last on that runtime). Your own attempts are all except the examples. Examples are the files "
      "in\n"
      "solutions/, without solutions/mine/ and without names with _mine.\n\n"
      "Examples:\n"
      "  judge list\n"
      "  judge list attention --hard                    or: judge list scan, judge list 53\n"
      "  judge list --unsolved --easy\n"
      "  for problem in $(judge list --names); do judge verify $problem; done");
  command->callback([&line, options] { line.action = [&line, options] { return list(line.common, *options); }; });
}

}  // namespace judge
