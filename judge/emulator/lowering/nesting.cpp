#include "judge/emulator/lowering/nesting.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "judge/util/contains.hpp"

// `if (a) if (b) ...` is nested without a bracket, and so is `if (a) x; else if (b) y; else ...`. Such statements are counted from
// the first one to the end of the last, at the least: what is counted may be more than there is, in expressions with braces.
namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 7> words_before_statements = {"if", "for", "while", "do", "switch", "case", "default"};

class Depth {
 public:
  std::size_t now() const { return m_brackets.size() + m_statements; }

  void add(const Token& token) {
    if (m_may_have_ended && token.text != "else" && (m_ended_for_sure || begins_statement(token))) end_statements();
    m_may_have_ended = m_ended_for_sure = false;
    if (token.kind == TokenKind::identifier) {
      if (!contains(words_before_statements, token.text)) return;
      ++m_brackets.back();
      ++m_statements;
    } else if (token.kind == TokenKind::punctuation) {
      add_punctuation(token.text);
    }
  }

 private:
  /// Behind a } which ends a statement, or part of an expression.
  static bool begins_statement(const Token& token) { return token.kind == TokenKind::identifier || token.text == "{"; }

  void add_punctuation(std::string_view text) {
    if (text == "(" || text == "[" || text == "{") {
      m_brackets.push_back(0);
    } else if (text == ")" || text == "]" || text == "}") {
      end_statements();
      if (m_brackets.size() > 1) m_brackets.pop_back();
      m_may_have_ended = text == "}";
    } else if (text == ";") {
      m_may_have_ended = m_ended_for_sure = true;
    }
  }

  void end_statements() {
    m_statements -= m_brackets.back();
    m_brackets.back() = 0;
  }

  std::vector<std::size_t> m_brackets{0};  ///< the statements under way in each open one, and outside of all
  std::size_t m_statements = 0;            ///< in all of them
  bool m_may_have_ended = false, m_ended_for_sure = false;
};

}  // namespace

std::optional<Refused> find_nested_too_deeply(const Lexed& lexed) {
  Depth depth;
  for (const Token& token : lexed.tokens) {
    if (token.kind == TokenKind::directive || token.kind == TokenKind::foreign) continue;
    depth.add(token);
    if (depth.now() <= k_deepest_nesting) continue;
    const std::string_view file = token.file < 0 ? "" : lexed.files[static_cast<std::size_t>(token.file)];
    return Refused{std::string(file), token.line,
                   fmt::format("nested too deeply: more than {} brackets and statements in each other", k_deepest_nesting)};
  }
  return std::nullopt;
}

}  // namespace judge::lowering
