#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "judge/util/c_lexer.hpp"

namespace judge {

/// The tokens of a source, and where its expressions and brackets end. An index past the last one is the empty token.
class SourceTokens {
 public:
  explicit SourceTokens(std::string_view source);

  /// Half open.
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  std::size_t size() const { return m_tokens.size(); }
  std::string_view text(std::size_t i) const { return i < m_tokens.size() ? m_tokens[i].text : std::string_view(); }
  bool is_identifier(std::size_t i) const { return i < m_tokens.size() && m_tokens[i].kind == TokenKind::identifier; }
  /// Behind a dot or an arrow.
  bool is_member(std::size_t i) const { return i > 0 && (text(i - 1) == "." || text(i - 1) == "->"); }
  /// Of the expression that begins here: a comma, a semicolon, or a bracket that closes one before.
  std::size_t end_of_expression(std::size_t i) const;
  /// Its last bracket.
  std::size_t end_of_function(std::size_t i) const;
  /// The bracket that this one closes, and the reverse; at most the end.
  std::size_t opening(std::size_t close) const;
  std::size_t closing(std::size_t open) const;
  /// Behind the last semicolon, brace or round bracket before it.
  std::size_t beginning_of_statement(std::size_t i) const { return m_beginnings[i]; }
  /// The next round bracket, semicolon or brace that opens, from here on.
  std::size_t next_bracket(std::size_t i) const { return m_next_brackets[i]; }
  /// What commas separate behind a bracket that opens.
  std::vector<Range> parts_in(std::size_t open) const;
  /// The first name of an expression, but for those of a cast; empty: it has none.
  std::string_view base_of(Range expression) const;

  /// `*p`, `**p`, `(*p)`, `a[i][j].x`, `p->sum` before token `end`.
  Range ending_at(std::size_t end) const;
  /// The same behind it.
  Range beginning_at(std::size_t begin) const;
  /// A name behind it is no declared one: `return x`.
  bool begins_statement(std::size_t i) const;
  /// Is it the array, pointer or variable of a plain assignment, `x[k] = v`, `p->x = v`, `*(p) = v`, or of a declaration?
  bool is_assigned(std::size_t i) const;
  /// Does the name lead to what it points to: `*p`, `*(p + k)`, `*(volatile float*)p`, `p[k]`, `reinterpret_cast<int*>(p)[k]`, but not `&p[k]`?
  bool is_followed(std::size_t i) const;

 private:
  /// `reinterpret_cast<float*>` before `(p)`; where none is, `begin` itself.
  std::size_t beginning_of_cast(std::size_t begin) const;

  std::vector<Token> m_tokens;
  std::vector<std::size_t> m_beginnings, m_next_brackets;  // of each token, and of the end
};

}  // namespace judge
