#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "judge/model/attempt.hpp"
#include "judge/model/catalogue.hpp"
#include "judge/model/problem.hpp"
#include "judge/util/installation.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// The folder that holds problems/ (and solutions/): `from_option` (--root), else $JUDGE_ROOT, else the nearest folder
/// upwards from the working directory that has problems/, else the installation's own. Errors: one that was named has
/// no problems/, or none is found.
Result<std::filesystem::path> find_root(std::optional<std::filesystem::path> from_option, const Installation& installation);

/// This root, and behind it the one of the problems that come with the judge, unless it is the same: $JUDGE_SHIPPED_ROOT, which tools/judge
/// sets to its clone, else the installation's own. One or two; each has problems/.
std::vector<std::filesystem::path> roots_beside(const std::filesystem::path& root);

/// The problem folders of both roots by their names. One's own hides one of the judge's that has its name. Errors: those of problem_folders().
Result<std::map<std::string, std::filesystem::path>> visible_problems(const std::filesystem::path& root);

/// The names of the problem folders under root/problems, sorted; errors: those of problem_folders().
Result<std::vector<std::string>> problem_names(const std::filesystem::path& root);

/// Loads root/problems/NAME or root/problems/GROUP/NAME, of the roots_beside() it. A name with a slash in it is the path of a problem folder anywhere, and one of
/// digits alone may be a problem's number. Errors: unknown, with the nearest names; those of load_problem().
Result<Problem> find_problem(const std::filesystem::path& root, std::string_view name);

/// Reads and checks a whole problem folder, every case on both runtimes included, so that what loads does not fail
/// later for what its files say. Errors name file, line and column. The format: problems/README.md.
Result<Problem> load_problem(const std::filesystem::path& folder);

/// Reads problem.json's words for people alone: a hundred problems in a few milliseconds. Errors: those are not as they should be.
Result<ProblemSummary> load_summary(const std::filesystem::path& folder);

/// Problem::content_hash of a folder: of every file that a verdict depends on. Errors: a file cannot be read.
Result<std::string> content_hash_of(const std::filesystem::path& folder);

/// The name of the ranked case on this runtime, the first timed one; empty where none is timed. Evaluates no formula.
/// Errors: those of solve.h and tests.json.
Result<std::string> ranked_case_of(const std::filesystem::path& folder, RuntimeKind runtime);

/// Which of a problem's extra cases are wanted.
struct ExtraCases {
  bool all = false;
  std::string name;  ///< this one, or those with these scalars, where extra
};

/// Is this the case's name, or are these some of its scalars: "N=1000", "rows=3 cols=5"?
bool is_called(const Case& test, std::string_view wanted);

/// The names of the cases that are called so: the one of exactly this name, else all with these scalars.
std::vector<std::string> names_of_called(std::span<const Case> cases, std::string_view wanted);

/// ""one", "two"", with a count where there are many: for the message that none is called so.
std::string list_of_cases(std::span<const Case> cases);

/// The cases with every formula evaluated, in the file's order; behind them the extra ones that are wanted, so that the
/// others keep their indices. Reads the folder's files again.
Result<std::vector<Case>> cases_of(const Problem& problem, RuntimeKind runtime, const ExtraCases& wanted = {});

}  // namespace judge
