#include "judge/catalog/c_tokens.hpp"

#include <algorithm>

#include "judge/util/c_lexer.hpp"

namespace judge {

namespace {

CToken::Kind kind_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::identifier: return CToken::Kind::word;
    case TokenKind::number: return CToken::Kind::number;
    case TokenKind::text: return CToken::Kind::literal;
    default: return CToken::Kind::punctuation;
  }
}

void add(CSource& source, const Token& token) {
  const bool stays_whole = token.kind != TokenKind::punctuation || token.text == "::" || token.text == "...";
  if (stays_whole) return source.tokens.push_back({kind_of(token.kind), token.text, token.offset});
  for (std::size_t i = 0; i < token.text.size(); ++i)
    source.tokens.push_back({CToken::Kind::punctuation, token.text.substr(i, 1), token.offset + i});
}

}  // namespace

CSource c_tokens(std::string_view text) {
  CSource source{.text = text, .tokens = {}};
  int disabled = 0;  // how many #if and their like are open within #if 0
  for (const Token& token : lex_source(text, Directives::kept)) {
    if (token.kind != TokenKind::directive) {
      if (!disabled) add(source, token);
      continue;
    }
    const auto [name, rest] = parse_directive(token.text);
    if (disabled) {
      disabled += name.starts_with("if") - (name == "endif");
      if (disabled == 1 && (name.starts_with("else") || name.starts_with("elif"))) disabled = 0;
    } else if (name == "if" && rest == "0") {
      disabled = 1;
    }
  }
  return source;
}

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
