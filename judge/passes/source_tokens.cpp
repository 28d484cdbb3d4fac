#include "judge/passes/source_tokens.hpp"

#include <algorithm>

namespace judge {

std::size_t SourceTokens::end_of_expression(std::size_t i) const {
  int depth = 0;
  for (; i < m_tokens.size(); ++i) {
    const std::string_view word = text(i);
    if (word == "(" || word == "[" || word == "{") ++depth;
    if (word == ")" || word == "]" || word == "}") --depth;
    if (depth < 0 || word == ";" || (word == "," && depth == 0)) break;
  }
  return i;
}

std::size_t SourceTokens::end_of_function(std::size_t i) const {
  int depth = 0;
  for (; i < m_tokens.size(); ++i) {
    if (text(i) == "{") ++depth;
    if (text(i) == "}" && --depth == 0) break;
  }
  return i;
}

std::size_t SourceTokens::opening(std::size_t close) const {
  int depth = 0;
  for (std::size_t i = close + 1; i-- > 0;) {
    if (text(i) == "]" || text(i) == ")") ++depth;
    if ((text(i) == "[" || text(i) == "(") && --depth == 0) return i;
  }
  return 0;
}

std::size_t SourceTokens::closing(std::size_t open) const {
  int depth = 0;
  for (std::size_t i = open; i < m_tokens.size(); ++i) {
    if (text(i) == "[" || text(i) == "(") ++depth;
    if ((text(i) == "]" || text(i) == ")") && --depth == 0) return i;
  }
  return m_tokens.size();
}

std::vector<SourceTokens::Range> SourceTokens::parts_in(std::size_t open) const {
  std::vector<Range> parts;
  const std::size_t end = closing(open);
  for (std::size_t begin = open + 1; begin < end;) {
    const std::size_t part_end = std::min(end_of_expression(begin), end);
    parts.push_back({begin, part_end});
    begin = part_end + 1;
  }
  return parts;
}

std::string_view SourceTokens::base_of(Range expression) const {
  for (std::size_t i = expression.begin; i < expression.end; ++i) {
    if (text(i) == "(" && closing(i) + 1 < expression.end && text(closing(i) - 1) == "*") i = closing(i);
    else if (text(i).ends_with("_cast"))
      while (i < expression.end && text(i) != ">") ++i;
    else if (is_identifier(i)) return text(i);
  }
  return {};
}

}  // namespace judge
