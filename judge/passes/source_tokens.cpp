#include "judge/passes/source_tokens.hpp"

#include <algorithm>
#include <array>

#include "judge/util/contains.hpp"

namespace judge {

SourceTokens::SourceTokens(std::string_view source)
    : m_tokens(lex_source(source)), m_beginnings(m_tokens.size() + 1), m_next_brackets(m_tokens.size() + 1, m_tokens.size()) {
  constexpr std::array<std::string_view, 5> ends = {";", "{", "(", ")", "}"};
  for (std::size_t i = 1; i <= size(); ++i) m_beginnings[i] = contains(ends, text(i - 1)) ? i : m_beginnings[i - 1];
  for (std::size_t i = size(); i-- > 0;)
    m_next_brackets[i] = contains(ends, text(i)) && text(i) != "}" ? i : m_next_brackets[i + 1];
}

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

std::size_t SourceTokens::beginning_of_cast(std::size_t begin) const {
  std::size_t at = begin - 1;
  while (at > 0 && text(at) != "<" && text(at) != ";" && text(at) != ")") --at;
  return at > 0 && text(at) == "<" && text(at - 1).ends_with("_cast") ? at - 1 : begin;
}

SourceTokens::Range SourceTokens::ending_at(std::size_t end) const {
  std::size_t begin = end;
  while (begin > 0) {
    const std::size_t before = begin - 1;
    const bool is_member = text(before) == "." || text(before) == "->" || text(before) == "::";
    if (begin != end && is_identifier(begin) && !is_member) break;
    if (text(before) == "]" || text(before) == ")") begin = opening(before);
    else if (is_identifier(before) || is_member) begin = before;
    else break;
  }
  if (begin > 0 && text(begin - 1) == ">") begin = beginning_of_cast(begin);
  std::size_t stars = begin;
  if (begin > 1 && text(begin - 1) == ")" && text(begin - 2) == "*") stars = opening(begin - 1);  // a cast
  while (stars > 0 && text(stars - 1) == "*") --stars;
  const bool begins =
      stars == 0 || contains(std::array<std::string_view, 7>{";", "{", "}", "(", ")", ",", "else"}, text(stars - 1));
  return {begins ? stars : begin, end};
}

SourceTokens::Range SourceTokens::beginning_at(std::size_t begin) const {
  std::size_t end = begin;
  while (end < size()) {
    if (text(end) == "*" && end == begin) ++end;
    else if (text(end) == "[" || (text(end) == "(" && end == begin)) end = closing(end) + 1;
    else if (is_identifier(end) || text(end) == "." || text(end) == "->") ++end;
    else break;
  }
  return {begin, std::min(end, size())};
}

bool SourceTokens::is_followed(std::size_t i) const {
  std::size_t begin = i, end = i + 1;
  while (begin > 0) {
    const std::string_view before = text(begin - 1);
    if (before == "*") return true;
    if (before == "(") --begin;
    else if (before == ")" && text(begin - 2) == "*") begin = opening(begin - 1);
    else if (before == ">" && beginning_of_cast(begin) != begin) begin = beginning_of_cast(begin);
    else if (before == "+" && begin > 1 && (is_identifier(begin - 2) || text(begin - 2) == ")")) begin -= 2;
    else break;
  }
  while (text(end) == ")") ++end;
  return (text(end) == "[" || text(end) == "->" || text(end) == ".") && (begin == 0 || text(begin - 1) != "&");
}

bool SourceTokens::begins_statement(std::size_t i) const {
  return contains(std::array<std::string_view, 6>{"return", "else", "case", "goto", "throw", "delete"}, text(i));
}

bool SourceTokens::is_assigned(std::size_t i) const {
  std::size_t end = i + 1;
  for (;;) {
    if (text(end) == "[") end = closing(end) + 1;
    else if (text(end) == "->" || text(end) == ".") end += 2;
    else if (text(end) == ")") ++end;
    else break;
  }
  return text(end) == "=" || is_identifier(i + 1) || (i > 0 && is_identifier(i - 1) && !begins_statement(i - 1));
}

}  // namespace judge
