#include "judge/catalog/expression_parser.hpp"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <vector>

#include "judge/catalog/suggest.hpp"

namespace judge {

namespace {

bool starts_name(char c) { return std::isalpha(static_cast<unsigned char>(c)) || c == '_'; }
bool continues_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }
bool is_decimal(char c) { return std::isdigit(static_cast<unsigned char>(c)); }

}  // namespace

std::expected<std::vector<ExpressionStep>, ExpressionParser::Trouble> ExpressionParser::run() {
  if (m_text.size() > k_longest)
    return std::unexpected(Trouble{0, fmt::format("an expression of more than {} characters", k_longest)});
  if (sum() && peek() != '\0') failed(m_at, fmt::format("'{}' is not expected here, in '{}'", m_text[m_at], m_text));
  if (m_error) return std::unexpected(*std::move(m_error));
  return std::move(m_steps);
}

bool ExpressionParser::failed(std::size_t offset, std::string message) {
  if (!m_error) m_error = Trouble{offset, std::move(message)};
  return false;
}

char ExpressionParser::peek() {
  while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t')) ++m_at;
  if (m_at >= m_text.size()) return '\0';
  return m_text[m_at] ? m_text[m_at] : '?';
}

bool ExpressionParser::take(std::string_view sign) {
  peek();
  if (!m_text.substr(m_at).starts_with(sign)) return false;
  m_at += sign.size();
  return true;
}

void ExpressionParser::add(Operation operation, std::size_t offset, Scalar value, std::string name) {
  m_steps.push_back({operation, value, std::move(name), offset});
}

bool ExpressionParser::sum() {
  if (!product()) return false;
  for (;;) {
    peek();
    const std::size_t offset = m_at;
    const bool plus = take("+");
    if (!plus && !take("-")) return true;
    if (!product()) return false;
    add(plus ? Operation::add : Operation::subtract, offset);
  }
}

bool ExpressionParser::product() {
  constexpr std::array<std::pair<std::string_view, Operation>, 4> signs{
      {{"//", Operation::floor_divide}, {"/", Operation::divide}, {"*", Operation::multiply}, {"%", Operation::remainder}}};
  if (!factor()) return false;
  for (bool more = true; more;) {
    more = false;
    peek();
    const std::size_t offset = m_at;
    for (const auto& [sign, operation] : signs) {
      if (!take(sign)) continue;
      if (sign == "*" && peek() == '*') return failed(offset, "there is no power operator; write the product out");
      if (!factor()) return false;
      add(operation, offset);
      more = true;
      break;
    }
  }
  return true;
}

bool ExpressionParser::factor() {
  const char c = peek();
  const std::size_t offset = m_at;
  if (m_depth >= k_deepest) return failed(offset, fmt::format("more than {} levels of parentheses and signs", k_deepest));
  if (is_decimal(c) || c == '.') return number();
  if (starts_name(c)) return name();
  if (c == '\0') return failed(offset, fmt::format("a number or a name is missing at the end of '{}'", m_text));
  ++m_depth;
  if (take("-")) {
    if (!factor()) return false;
    add(Operation::negate, offset);
  } else if (take("+")) {
    if (!factor()) return false;
  } else if (take("(")) {
    if (!sum()) return false;
    if (!take(")")) return failed(m_at, fmt::format("')' is missing in '{}'", m_text));
  } else {
    return failed(offset, fmt::format("'{}' is not expected here, in '{}'", c, m_text));
  }
  --m_depth;
  return true;
}

bool ExpressionParser::number() {
  const std::size_t start = m_at;
  bool is_whole = true;
  while (m_at < m_text.size()) {
    const char c = m_text[m_at], last = m_at > start ? m_text[m_at - 1] : '\0';
    const bool exponent_sign = (c == '+' || c == '-') && (last == 'e' || last == 'E');
    if (!continues_name(c) && c != '.' && !exponent_sign) break;
    is_whole &= is_decimal(c);
    ++m_at;
  }
  const char* first = m_text.data() + start;
  const char* last = m_text.data() + m_at;
  const auto word = m_text.substr(start, m_at - start);
  std::int64_t whole = 0;
  double value = 0;
  if (is_whole) {
    if (std::from_chars(first, last, whole).ec != std::errc{})
      return failed(start, fmt::format("{} does not fit 64 bits", word));
    add(Operation::number, start, whole);
    return true;
  }
  const auto [end, error] = std::from_chars(first, last, value);
  if (end != last || error != std::errc{}) return failed(start, fmt::format("'{}' is not a number", word));
  add(Operation::number, start, value);
  return true;
}

bool ExpressionParser::name() {
  const std::size_t start = m_at;
  while (m_at < m_text.size() && continues_name(m_text[m_at])) ++m_at;
  const auto word = m_text.substr(start, m_at - start);
  if (peek() == '(') return function(word, start);
  add(Operation::name, start, std::int64_t{0}, std::string(word));
  return true;
}

bool ExpressionParser::function(std::string_view called, std::size_t offset) {
  const std::vector<std::string> known{"min", "max", "ceil_div"};
  const bool is_ceil_div = called == "ceil_div";
  if (!is_ceil_div && called != "min" && called != "max")
    return failed(offset,
                  fmt::format("there is no function '{}'{}; known: min, max, ceil_div", called, did_you_mean(called, known)));
  take("(");
  ++m_depth;
  std::size_t count = 0;
  do {
    if (!sum()) return false;
    if (++count > 1) add(is_ceil_div ? Operation::ceil_div : called == "min" ? Operation::min : Operation::max, offset);
  } while (take(","));
  --m_depth;
  if (!take(")")) return failed(m_at, fmt::format("')' is missing in '{}'", m_text));
  if (is_ceil_div && count != 2) return failed(offset, fmt::format("ceil_div() takes 2 numbers, got {}", count));
  return true;
}

}  // namespace judge
