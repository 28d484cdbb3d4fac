#include "judge/passes/race_lines.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "judge/util/c_lexer.hpp"

namespace judge {

namespace {

class Lines {
 public:
  explicit Lines(std::string_view source) : m_tokens(lex_source(source)) {}

  /// "x[k]" of a line `x[k] = y`; empty if it assigns nothing.
  std::string assigned_in(int line) const {
    for (std::size_t i = 0; i < m_tokens.size(); ++i)
      if (m_tokens[i].line == line && m_tokens[i].text == "=") return text_of(beginning_of_place(i), i);
    return {};
  }

  std::string text_of_line(int line) const {
    std::string text;
    for (const Token& token : m_tokens)
      if (token.line == line) text += token.text;
    return text;
  }

  bool has_barrier_between(int first, int last) const {
    return std::ranges::any_of(m_tokens, [&](const Token& token) {
      return token.line >= first && token.line <= last && token.kind == TokenKind::identifier &&
             (token.text.starts_with("__syncthreads") || token.text == "sync");
    });
  }

  bool are_in_one_loop(int first, int last) const {
    for (std::size_t i = 0; i < m_tokens.size(); ++i) {
      if (m_tokens[i].line > first) return false;
      if (m_tokens[i].text != "for" && m_tokens[i].text != "while" && m_tokens[i].text != "do") continue;
      const std::size_t body = m_tokens[i].text == "do" ? i + 1 : end_of_brackets(i + 1);
      if (body < m_tokens.size() && m_tokens[body].text == "{" && m_tokens[body].line <= first &&
          line_of(end_of_brackets(body) - 1) >= last)
        return true;
    }
    return false;
  }

 private:
  int line_of(std::size_t i) const { return i < m_tokens.size() ? m_tokens[i].line : 0; }

  static bool opens(std::string_view text) { return text == "(" || text == "[" || text == "{"; }
  static bool closes(std::string_view text) { return text == ")" || text == "]" || text == "}"; }

  // Behind the bracket that closes the one at `i`.
  std::size_t end_of_brackets(std::size_t i) const {
    int depth = 0;
    for (; i < m_tokens.size(); ++i) {
      if (opens(m_tokens[i].text)) ++depth;
      if (closes(m_tokens[i].text) && --depth == 0) return i + 1;
    }
    return i;
  }

  std::size_t beginning_of_place(std::size_t end) const {
    int depth = 0;
    std::size_t i = end;
    while (i > 0) {
      const std::string_view text = m_tokens[i - 1].text;
      if (depth == 0 && (opens(text) || text == ";" || text == "}" || text == ")" || text == ",")) break;
      if (text == "]") ++depth;
      if (text == "[") --depth;
      --i;
      if (depth == 0 && i > 0 && m_tokens[i].kind == TokenKind::identifier && m_tokens[i - 1].kind == TokenKind::identifier)
        break;  // a type before it
    }
    return i;
  }

  std::string text_of(std::size_t begin, std::size_t end) const {
    std::string text;
    for (std::size_t i = begin; i < end; ++i) text += m_tokens[i].text;
    return text;
  }

  std::vector<Token> m_tokens;
};

}  // namespace

void read_race_lines(Fault& race, std::string_view source) {
  if (race.kind != Fault::Kind::race || !race.other || race.line <= 0 || race.other->line <= 0) return;
  if (race.line == race.other->line || race.is_write == race.other->is_write) return;
  const int write = race.is_write ? race.line : race.other->line, read = race.is_write ? race.other->line : race.line;
  const Lines lines(source);
  if (race.is_update) {
    const std::string place = lines.assigned_in(write);
    race.is_update = place.empty() || lines.text_of_line(read).contains(place);
  }
  race.overwrites_tile = race.space == Fault::Space::shared && race.block == race.other->block && write < read &&
                         lines.has_barrier_between(write, read) && lines.are_in_one_loop(write, read);
}

}  // namespace judge
