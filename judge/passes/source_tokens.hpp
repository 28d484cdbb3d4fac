#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "judge/util/c_lexer.hpp"

namespace judge {

/// The tokens of a source, and where its expressions and brackets end. An index past the last one is the empty token.
class SourceTokens {
 public:
  explicit SourceTokens(std::string_view source) : m_tokens(lex_source(source)) {}

  /// Half open.
  struct Range {
    std::size_t begin = 0, end = 0;
  };

  std::size_t size() const { return m_tokens.size(); }
  std::string_view text(std::size_t i) const { return i < m_tokens.size() ? m_tokens[i].text : std::string_view(); }
  bool is_identifier(std::size_t i) const { return i < m_tokens.size() && m_tokens[i].kind == TokenKind::identifier; }
  /// Of the expression that begins here: a comma, a semicolon, or a bracket that closes one before.
  std::size_t end_of_expression(std::size_t i) const;
  /// Its last bracket.
  std::size_t end_of_function(std::size_t i) const;
  /// The bracket that this one closes, and the reverse; at most the end.
  std::size_t opening(std::size_t close) const;
  std::size_t closing(std::size_t open) const;
  /// What commas separate behind a bracket that opens.
  std::vector<Range> parts_in(std::size_t open) const;
  /// The first name of an expression, but for those of a cast; empty: it has none.
  std::string_view base_of(Range expression) const;

 private:
  std::vector<Token> m_tokens;
};

}  // namespace judge
