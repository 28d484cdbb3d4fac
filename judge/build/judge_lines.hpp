#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "judge/util/described.hpp"

namespace judge {

/// A line of an attempt that says something to the judge: `// judge: link cublas`. problems/README.md says what each means and
/// where it may stand.
struct JudgeLine {
  enum class Key : int { link = 0, rung = 1, yardstick = 2 };
  int line = 0;  ///< of the source, from 1
  Key key = Key::link;
  std::vector<std::string> words;  ///< those behind the key, parted by blanks and commas
};

constexpr auto names_of(JudgeLine::Key) {
  using enum JudgeLine::Key;
  return named<JudgeLine::Key>({{link, "link"}, {rung, "rung"}, {yardstick, "yardstick"}});
}

/// Why such a line cannot be followed.
struct JudgeLineProblem {
  int line = 0;         ///< of the source, from 1
  std::string message;  ///< "unknown line 'judge: lnik'; known are link, rung, yardstick; did you mean 'link'?"
};

/// Every such line, in order. Problems: one whose first word is none of the keys.
std::expected<std::vector<JudgeLine>, JudgeLineProblem> judge_lines(std::string_view source);

/// The line is one of these, whatever follows `judge:`.
bool is_judge_line(std::string_view line);

}  // namespace judge
