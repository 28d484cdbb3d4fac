#include "judge/emulator/lowering/asm_statement.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "judge/emulator/lowering/declarators.hpp"

namespace judge::lowering {

namespace {

/// The text of string literals, as the assembler sees it: escapes and comments resolved.
std::string assembler_text(const Translation& t, Range range) {
  std::string text;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    std::string_view literal = t.token(i).text;
    if (t.token(i).kind != TokenKind::text || literal.size() < 2) continue;
    if (literal.starts_with("R\"")) {
      literal = literal.substr(literal.find('(') + 1, literal.rfind(')') - literal.find('(') - 1);
    } else {
      literal = literal.substr(1, literal.size() - 2);
    }
    for (std::size_t k = 0; k < literal.size(); ++k) {
      if (literal[k] != '\\' || k + 1 == literal.size()) text += literal[k];
      else text += literal[++k] == 'n' ? '\n' : literal[k] == 't' ? ' ' : literal[k];
    }
  }
  for (std::size_t at; (at = text.find("//")) != std::string::npos;)
    text.erase(at, std::min(text.find('\n', at), text.size()) - at);
  for (std::size_t at; (at = text.find("/*")) != std::string::npos;)
    text.erase(at, std::min(text.find("*/", at), text.size() - 2) + 2 - at);
  return text;
}

std::vector<AsmOperand> parse_operands(const Translation& t, Range range) {
  std::vector<AsmOperand> operands;
  for (const Range part : split_at_commas(t, range)) {
    std::size_t literal = part.begin;
    while (literal < part.end && t.token(literal).kind != TokenKind::text) literal = t.next(literal);
    const std::size_t open = t.next(literal);
    if (literal >= part.end || !t.is(open, "(")) continue;
    const std::string_view quoted = t.token(literal).text;
    operands.push_back({std::string(quoted.substr(1, quoted.size() - 2)), t.flat({t.next(open), t.closing(open)})});
  }
  return operands;
}

}  // namespace

AsmStatement parse_asm(const Translation& t, Range inside) {
  std::vector<Range> sections(1, {inside.begin, inside.end});
  for (std::size_t i = inside.begin; i < inside.end; i = t.next(i)) {
    if (t.is(i, "(")) i = t.closing(i);
    const int colons = t.is(i, ":") ? 1 : t.is(i, "::") ? 2 : 0;
    for (int k = 0; k < colons; ++k) {
      sections.back().end = k == 0 ? i : sections.back().begin;
      sections.push_back({i + 1, inside.end});
    }
  }
  AsmStatement statement;
  statement.text = assembler_text(t, sections[0]);
  for (std::size_t section = 1; section < std::min<std::size_t>(sections.size(), 3); ++section) {
    for (AsmOperand& operand : parse_operands(t, sections[section])) statement.operands.push_back(std::move(operand));
    if (section == 1) statement.outputs = statement.operands.size();
  }
  return statement;
}

}  // namespace judge::lowering
