#include "judge/catalog/search.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace judge {

static bool holds(std::string_view text, std::string_view word) {
  const auto is_same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return !std::ranges::search(text, word, is_same).empty();
}

bool is_wanted(const ProblemSummary& problem, const ProblemSearch& search) {
  const bool is_of_any_difficulty = !search.easy && !search.medium && !search.hard;
  const bool is_of_difficulty = (search.easy && problem.difficulty == "easy") ||
                                (search.medium && problem.difficulty == "medium") ||
                                (search.hard && problem.difficulty == "hard");
  const auto has = [&](const std::string& word) {
    if (!word.empty() && std::ranges::all_of(word, [](unsigned char c) { return std::isdigit(c); }))
      return word == std::to_string(problem.number);
    return holds(problem.name, word) || holds(problem.title, word) ||
           holds(problem.folder.parent_path().filename().string(), word) ||
           std::ranges::any_of(problem.tags, [&](const std::string& tag) { return holds(tag, word); });
  };
  return (is_of_any_difficulty || is_of_difficulty) && std::ranges::all_of(search.words, has);
}

}  // namespace judge
