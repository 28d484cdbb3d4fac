#include "judge/emulator/lowering/statements.hpp"
#include "judge/util/contains.hpp"

#include <algorithm>
#include <array>

namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 35> declaring_words = {
    "const",   "unsigned", "signed",        "int",      "float",      "double",        "char",       "short",  "long",
    "bool",    "auto",     "volatile",      "typename", "register",   "struct",        "class",      "enum",   "union",
    "typedef", "using",    "constexpr",     "static",   "extern",     "static_assert", "__shared__", "size_t", "uint32_t",
    "int32_t", "alignas",  "__attribute__", "decltype", "__typeof__", "uint64_t",      "void",       "wchar_t"};

using MaybeStatement = std::optional<Statement>;

/// The parenthesised part behind the keyword at `i`.
bool find_condition(const Translation& t, std::size_t i, Statement& statement) {
  std::size_t open = t.next(i);
  if (t.is(open, "constexpr")) open = t.next(open);
  const std::size_t close = t.is(open, "(") ? t.closing(open) : none;
  if (close == none) return false;
  statement.condition = {t.next(open), close};
  return true;
}

bool add_child(const Translation& t, std::size_t i, Statement& statement) {
  MaybeStatement child = i == none ? std::nullopt : parse_statement(t, i);
  if (!child) return false;
  statement.range.end = child->range.end;
  statement.children.push_back(std::move(*child));
  return true;
}

MaybeStatement parse_compound(const Translation& t, std::size_t i, Statement statement) {
  const std::size_t close = t.closing(i);
  if (close == none) return std::nullopt;
  statement.kind = StatementKind::compound;
  for (std::size_t at = t.next(i); at != close;) {
    if (at == none || !add_child(t, at, statement)) return std::nullopt;
    at = t.next(statement.children.back().range.end - 1);
  }
  statement.range.end = close + 1;
  return statement;
}

MaybeStatement parse_conditional(const Translation& t, std::size_t i, Statement statement) {
  statement.kind = StatementKind::conditional;
  if (!find_condition(t, i, statement) || !add_child(t, t.next(statement.condition.end), statement)) return std::nullopt;
  if (is_declaration(t, statement.condition.begin)) statement.kind = StatementKind::unknown;
  const std::size_t otherwise = t.next(statement.range.end - 1);
  if (t.is(otherwise, "else") && !add_child(t, t.next(otherwise), statement)) return std::nullopt;
  return statement;
}

/// `kind` is that of a while loop or a switch.
MaybeStatement parse_simple_loop(const Translation& t, std::size_t i, Statement statement, StatementKind kind) {
  statement.kind = kind;
  if (!find_condition(t, i, statement) || !add_child(t, t.next(statement.condition.end), statement)) return std::nullopt;
  if (is_declaration(t, statement.condition.begin)) statement.kind = StatementKind::unknown;
  return statement;
}

MaybeStatement parse_do(const Translation& t, std::size_t i, Statement statement) {
  statement.kind = StatementKind::do_loop;
  if (!add_child(t, t.next(i), statement)) return std::nullopt;
  const std::size_t keyword = t.next(statement.range.end - 1);
  if (!t.is(keyword, "while") || !find_condition(t, keyword, statement)) return std::nullopt;
  const std::size_t end = t.next(statement.condition.end);
  if (!t.is(end, ";")) return std::nullopt;
  statement.range.end = end + 1;
  return statement;
}

MaybeStatement parse_for(const Translation& t, std::size_t i, Statement statement) {
  if (!find_condition(t, i, statement)) return std::nullopt;
  const Range header = statement.condition;
  statement.kind = StatementKind::for_loop;
  const std::size_t first = end_of_statement(t, header.begin);
  const std::size_t second = first < header.end ? end_of_statement(t, t.next(first)) : none;
  if (second < header.end) {
    statement.initialiser = {header.begin, first};
    statement.condition = {t.next(first), second};
    statement.step = {t.next(second), header.end};
    if (is_declaration(t, statement.condition.begin)) statement.kind = StatementKind::unknown;
  } else {
    statement.kind = StatementKind::unknown;
  }
  if (!add_child(t, t.next(header.end), statement)) return std::nullopt;
  return statement;
}

/// case X: or default: with what follows.
MaybeStatement parse_labelled(const Translation& t, std::size_t i, Statement statement) {
  statement.kind = StatementKind::labelled;
  for (; i < t.size() && !t.is(i, ":"); i = t.next(i)) {
    if (t.is_one_of(i, {";", "}", "?"})) return std::nullopt;
    if (t.is(i, "(") || t.is(i, "{")) i = t.closing(i);
    if (i == none) return std::nullopt;
  }
  if (!add_child(t, t.next(i), statement)) return std::nullopt;
  return statement;
}

StatementKind kind_of_jump(const Translation& t, std::size_t i) {
  if (t.is(i, "return")) return StatementKind::leaves_function;
  if (t.is(i, "break")) return StatementKind::leaves_loop;
  if (t.is(i, "continue")) return StatementKind::next_round;
  const bool is_label = t.is_identifier(i) && t.is(t.next(i), ":");
  return is_label || t.is(i, "goto") || t.is(i, "try") ? StatementKind::unknown : StatementKind::simple;
}

}  // namespace

std::size_t end_of_statement(const Translation& t, std::size_t i) {
  for (; i < t.size(); i = t.next(i)) {
    if (t.is(i, ";")) return i;
    if (t.is(i, "}")) return none;
    if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) i = t.closing(i);
    if (i == none) return none;
  }
  return none;
}

std::optional<Statement> parse_statement(const Translation& t, std::size_t i) {
  Statement statement;
  statement.range.begin = i;
  if (t.is(i, "{")) return parse_compound(t, i, std::move(statement));
  if (t.is(i, "if")) return parse_conditional(t, i, std::move(statement));
  if (t.is(i, "for")) return parse_for(t, i, std::move(statement));
  if (t.is(i, "while")) return parse_simple_loop(t, i, std::move(statement), StatementKind::while_loop);
  if (t.is(i, "switch")) return parse_simple_loop(t, i, std::move(statement), StatementKind::selection);
  if (t.is(i, "do")) return parse_do(t, i, std::move(statement));
  if (t.is(i, "case") || t.is(i, "default")) return parse_labelled(t, i, std::move(statement));
  statement.kind = kind_of_jump(t, i);
  const std::size_t end = end_of_statement(t, i);
  if (end == none) return std::nullopt;
  statement.range.end = end + 1;
  return statement;
}

bool is_declaration(const Translation& t, std::size_t i) {
  if (t.is(i, "[") && t.is(t.next(i), "[")) return true;  // [[maybe_unused]]
  if (t.is(i, "::")) i = t.next(i);
  if (!t.is_identifier(i)) return false;
  if (contains(declaring_words, t.token(i).text)) return true;
  // A type of any name, then the name that it is given.
  std::size_t after = t.next(i);
  for (;;) {
    if (t.is(after, "::") && t.is_identifier(t.next(after))) after = t.next(t.next(after));
    else if (t.is(after, "<") && t.closing_angle(after) != none) after = t.next(t.closing_angle(after));
    else break;
  }
  while (t.is_one_of(after, {"*", "&", "&&", "const", "volatile", "__restrict__", "__restrict"})) after = t.next(after);
  if (!t.is_identifier(after)) return false;
  const std::size_t end = t.next(after);
  return t.is(end, "=") || t.is(end, ";") || t.is(end, ",") || t.is(end, "[") || t.is(end, "(") || t.is(end, "{");
}

bool is_name(const Translation& t, std::size_t i) {
  if (!t.is_identifier(i)) return false;
  const std::size_t before = t.previous(i);
  return !t.is(before, ".") && !t.is(before, "->") && !t.is(before, "::");
}

bool is_assignment(const Translation& t, std::size_t i) {
  if (i >= t.size() || t.token(i).kind != TokenKind::punctuation) return false;
  const std::string_view text = t.token(i).text;
  return text.ends_with('=') && text != "==" && text != "!=" && text != "<=" && text != ">=";
}

}  // namespace judge::lowering
