#include <unistd.h>

#include <algorithm>
#include <cctype>
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
  bool names_only = false, easy = false, medium = false, hard = false;
  std::vector<std::string> words;
};

Result<int> list_names(const fs::path& root) {
  JUDGE_TRY(const auto names, problem_names(root));
  for (const auto& name : names) JUDGE_CHECK(print(name + '\n'));
  return k_exit_fine;
}

bool holds(std::string_view text, std::string_view word) {
  const auto is_same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return !std::ranges::search(text, word, is_same).empty();
}

/// Does it have each of the words, in its name, its title, its tags or its group?
bool is_wanted(const Problem& problem, const ListOptions& options) {
  const bool is_of_any_difficulty = !options.easy && !options.medium && !options.hard;
  const bool is_of_difficulty = (options.easy && problem.difficulty == "easy") || (options.medium && problem.difficulty == "medium") ||
                                (options.hard && problem.difficulty == "hard");
  const auto has = [&](const std::string& word) {
    return holds(problem.name, word) || holds(problem.title, word) || holds(problem.folder.parent_path().filename().string(), word) ||
           std::ranges::any_of(problem.tags, [&](const std::string& tag) { return holds(tag, word); });
  };
  return (is_of_any_difficulty || is_of_difficulty) && std::ranges::all_of(options.words, has);
}

/// A broken problem does not hide the others.
Result<int> list_problems(const fs::path& root, const ListOptions& options) {
  JUDGE_TRY(const auto folders, problem_folders(root));
  int status = k_exit_fine;
  std::vector<Problem> problems;
  for (const auto& [name, folder] : folders) {
    auto problem = load_problem(folder);
    if (problem) {
      if (is_wanted(*problem, options)) problems.push_back(*std::move(problem));
      continue;
    }
    std::fprintf(stderr, "judge: %s\n", problem.error().message.c_str());
    status = k_exit_error;
  }
  if (problems.empty() && status == k_exit_fine && !folders.empty())
    return fail("no problem has all of this; `judge list` shows every one");
  const auto sources = sources_below(root / "solutions").value_or(std::vector<fs::path>());
  std::vector<ProblemRow> rows;
  for (const auto& problem : problems)
    rows.push_back({&problem, static_cast<std::size_t>(std::ranges::count_if(sources, [&](const fs::path& source) {
                      return source.filename().string().starts_with(problem.prefix + "_");
                    }))});
  JUDGE_CHECK(print(problem_list_text(rows, style_for(STDOUT_FILENO))));
  return status;
}

}  // namespace

void add_list(CommandLine& line) {
  const auto options = std::make_shared<ListOptions>();
  auto* command = line.app.add_subcommand("list", "The problems that there are");
  command->add_option("word", options->words, "Only those with each of these in their name, title, tags or group")->type_name("WORD ...");
  command->add_flag("--easy", options->easy, "Only easy ones");
  command->add_flag("--medium", options->medium, "Only medium ones");
  command->add_flag("--hard", options->hard, "Only hard ones");
  command->add_flag("--names", options->names_only, "All of their names, one a line");
  command->footer(
      "Examples:\n"
      "  judge list\n"
      "  judge list attention --hard                    or: judge list scan\n"
      "  judge list --root ~/my-problems\n"
      "  for problem in $(judge list --names); do judge verify $problem; done");
  command->callback([&line, options] {
    line.action = [&line, options]() -> Result<int> {
      JUDGE_TRY(const auto root, find_root(line.common.root, find_installation()));
      return options->names_only ? list_names(root) : list_problems(root, *options);
    };
  });
}

}  // namespace judge
