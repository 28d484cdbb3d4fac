#include "judge/build/judge_lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "judge/catalog/suggest.hpp"
#include "judge/util/lines.hpp"

namespace judge {

namespace {

std::vector<std::string> words_of(std::string_view text) {
  constexpr std::string_view blanks = " \t\r,";
  std::vector<std::string> words;
  for (auto begin = text.find_first_not_of(blanks); begin != text.npos; begin = text.find_first_not_of(blanks)) {
    text.remove_prefix(begin);
    words.emplace_back(text.substr(0, text.find_first_of(blanks)));
    text.remove_prefix(words.back().size());
  }
  return words;
}

// Removes what `line` has to begin with; false where it begins otherwise.
bool take(std::string_view& line, std::string_view start) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  if (!line.starts_with(start)) return false;
  line.remove_prefix(start.size());
  return true;
}

}  // namespace

bool is_judge_line(std::string_view line) { return take(line, "//") && take(line, "judge:"); }

static std::string trouble_with_key(const std::string& key) {
  std::vector<std::string> known;
  for (const auto& [value, name] : names_of(JudgeLine::Key{})) known.emplace_back(name);
  const std::string meant = did_you_mean(key, known);
  return fmt::format("unknown line 'judge: {}'; known are {}{}", key, fmt::join(known, ", "), meant);
}

std::expected<std::vector<JudgeLine>, JudgeLineProblem> judge_lines(std::string_view source) {
  std::vector<JudgeLine> found;
  for (int number = 1; !source.empty(); ++number) {
    std::string_view line = take_line(source);
    if (!take(line, "//") || !take(line, "judge:")) continue;
    auto words = words_of(line);
    const std::string word = words.empty() ? "" : words.front();
    const auto key = from_name<JudgeLine::Key>(word);
    if (!key) return std::unexpected(JudgeLineProblem{number, trouble_with_key(word)});
    words.erase(words.begin());
    found.push_back({number, *key, std::move(words)});
  }
  return found;
}

}  // namespace judge
