#include "judge/catalog/hints.hpp"

#include <sstream>

namespace judge {

static bool is_blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

Result<std::vector<std::string>> parse_hints(std::string_view text, std::string_view file_name) {
  std::vector<std::string> hints;
  std::istringstream lines{std::string(text)};
  std::string line;
  bool has_text = true;  // behind the last heading
  const auto must_have_text = [&](int number) -> Result<void> {
    if (!has_text) return fail("{}:{}: a hint with a heading and nothing else", file_name, number);
    return {};
  };
  int number = 0, heading = 0;
  while (std::getline(lines, line)) {
    ++number;
    if (line.starts_with("## ")) {
      JUDGE_CHECK(must_have_text(heading));
      hints.emplace_back();
      heading = number;
      has_text = false;
    } else if (!is_blank(line)) {
      if (hints.empty() && !line.starts_with("# "))
        return fail("{}:{}: each hint begins with a heading of its own: a line \"## What to look at\"", file_name, number);
      has_text = true;
    }
    if (!hints.empty()) hints.back() += line + '\n';
  }
  JUDGE_CHECK(must_have_text(heading));
  for (auto& hint : hints) hint.erase(hint.find_last_not_of('\n') + 1);
  return hints;
}

}  // namespace judge
