#include "judge/catalog/c_tokens.hpp"

#include <algorithm>
#include <cctype>

namespace judge {

namespace {

bool is_word_char(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '$'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)); }
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f'; }

class Tokenizer {
 public:
  explicit Tokenizer(std::string_view text) : m_text(text) { m_source.text = text; }

  CSource run() {
    bool line_start = true;
    while (m_at < m_text.size()) {
      const char c = m_text[m_at];
      if (c == '\n') { line_start = true; ++m_at; continue; }
      if (is_blank(c) || is_continuation()) { ++m_at; continue; }
      if (skip_comment()) continue;
      if (c == '#' && line_start) { directive(); continue; }
      line_start = false;
      token();
    }
    return std::move(m_source);
  }

 private:
  char peek(std::size_t ahead = 0) const { return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0'; }
  bool is_continuation() const {
    return peek() == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n'));
  }

  bool skip_comment() {
    if (peek() != '/' || (peek(1) != '/' && peek(1) != '*')) return false;
    if (peek(1) == '*') {
      const auto end = m_text.find("*/", m_at + 2);
      m_at = end == std::string_view::npos ? m_text.size() : end + 2;
    } else {
      skip_line();
    }
    return true;
  }

  // To the newline that ends the line, past the ones that a backslash joins.
  void skip_line() {
    while (m_at < m_text.size() && m_text[m_at] != '\n') {
      if (is_continuation()) m_at = m_text.find('\n', m_at);
      if (m_at < m_text.size()) ++m_at;
    }
  }

  void directive() {
    const std::string line = directive_line();
    std::size_t at = 1;
    while (at < line.size() && is_blank(line[at])) ++at;
    std::size_t end = at;
    while (end < line.size() && is_word_char(line[end])) ++end;
    const std::string name = line.substr(at, end - at);
    std::string rest = line.substr(end);
    std::erase_if(rest, is_blank);
    if (name == "include" && rest.size() > 2) m_source.includes.push_back(rest.substr(1, rest.size() - 2));
    if (name == "if" && rest == "0") skip_disabled();
  }

  // The logical line from '#', comments left out; leaves m_at at the newline.
  std::string directive_line() {
    std::string line;
    while (m_at < m_text.size() && m_text[m_at] != '\n') {
      if (is_continuation()) { m_at = m_text.find('\n', m_at) + 1; continue; }
      if (skip_comment()) continue;
      line += m_text[m_at++];
    }
    return line;
  }

  // From behind "#if 0" to behind its #else, #elif or #endif.
  void skip_disabled() {
    int depth = 1;
    while (m_at < m_text.size()) {
      ++m_at;  // the newline
      std::size_t at = m_at;
      while (at < m_text.size() && is_blank(m_text[at])) ++at;
      if (at >= m_text.size() || m_text[at] != '#') { skip_line(); continue; }
      m_at = at;
      std::string line = directive_line().substr(1);
      std::erase_if(line, is_blank);
      if (line.starts_with("if")) ++depth;
      if (line.starts_with("endif")) --depth;
      if (depth == 0 || (depth == 1 && (line.starts_with("else") || line.starts_with("elif")))) return;
    }
  }

  void token() {
    const std::size_t start = m_at;
    const char c = peek();
    if (c == '"' || c == '\'') return quoted(start);
    if (is_digit(c) || (c == '.' && is_digit(peek(1)))) return number(start);
    if (is_word_char(c)) return word(start);
    if (c == ':' && peek(1) == ':') m_at += 2;
    else if (c == '.' && peek(1) == '.' && peek(2) == '.') m_at += 3;
    else ++m_at;
    add(CToken::Kind::punctuation, start);
  }

  void quoted(std::size_t start) {
    const char quote = m_text[m_at++];
    while (m_at < m_text.size() && m_text[m_at] != quote && m_text[m_at] != '\n') m_at += m_text[m_at] == '\\' ? 2 : 1;
    if (peek() == quote) ++m_at;
    m_at = std::min(m_at, m_text.size());
    add(CToken::Kind::literal, start);
  }

  void raw_string(std::size_t start) {
    const auto open = m_text.find('(', m_at);
    if (open == std::string_view::npos || open - m_at > 17) return quoted(start);
    std::string close(")");
    close.append(m_text, m_at + 1, open - m_at - 1).push_back('"');
    const auto end = m_text.find(close, open);
    m_at = end == std::string_view::npos ? m_text.size() : end + close.size();
    add(CToken::Kind::literal, start);
  }

  void number(std::size_t start) {
    while (is_word_char(peek()) || peek() == '.' || (peek() == '\'' && is_word_char(peek(1))) ||
           ((peek() == '+' || peek() == '-') && std::string_view("eEpP").contains(m_text[m_at - 1])))
      ++m_at;
    add(CToken::Kind::number, start);
  }

  void word(std::size_t start) {
    while (is_word_char(peek())) ++m_at;
    const auto text = m_text.substr(start, m_at - start);
    const bool is_prefix = text == "L" || text == "u" || text == "U" || text == "u8";
    if (peek() == '"' && text.ends_with('R') && text.size() <= 3) return raw_string(start);
    if (is_prefix && (peek() == '"' || peek() == '\'')) return quoted(start);
    add(CToken::Kind::word, start);
  }

  void add(CToken::Kind kind, std::size_t start) {
    m_source.tokens.push_back({kind, m_text.substr(start, m_at - start), start});
  }

  std::string_view m_text;
  std::size_t m_at = 0;
  CSource m_source;
};

}  // namespace

CSource c_tokens(std::string_view source) { return Tokenizer(source).run(); }

std::string one_line(const CSource& source, std::size_t first, std::size_t last) {
  std::string line;
  for (std::size_t i = first; i < std::min(last, source.tokens.size()); ++i) {
    const auto& token = source.tokens[i];
    const bool gap = i > first && source.tokens[i - 1].offset + source.tokens[i - 1].text.size() < token.offset;
    if (gap) line += ' ';
    line += token.text;
  }
  return line;
}

}  // namespace judge
