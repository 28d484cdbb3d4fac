#pragma once

#include <cstdio>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "judge/catalog/folders.hpp"
#include "judge/util/files.hpp"

namespace judge {

/// The problems under root/problems: those that come with the judge, which have a row in docs/problems.md, and the others, which are
/// the user's own and need not be as the judge's tests want problems to be. Where there is no such file, all are the judge's.
struct ProblemsHere {
  std::map<std::string, std::filesystem::path> shipped, own;
};

inline Result<ProblemsHere> problems_here(const std::filesystem::path& root) {
  ProblemsHere here;
  JUDGE_TRY(auto folders, problem_folders(root));
  const auto table = read_file(root / "docs/problems.md");
  std::set<std::string> rows;
  std::istringstream lines(table.value_or(""));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("| ")) rows.insert(line.substr(2, line.find(' ', 2) - 2));
  for (auto& [name, folder] : folders) (table && !rows.contains(name) ? here.own : here.shipped).emplace(name, folder);
  return here;
}

/// Those that come with the judge; names the others, which the test leaves out.
inline std::map<std::string, std::filesystem::path> shipped_problems(const std::filesystem::path& root) {
  auto here = problems_here(root);
  EXPECT_TRUE(here) << here.error().message;
  if (!here) return {};
  for (const auto& [name, folder] : here->own)
    std::printf("left out: %s, since docs/problems.md has no row of it\n", folder.c_str());
  return std::move(here->shipped);
}

}  // namespace judge
