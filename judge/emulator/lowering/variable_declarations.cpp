#include "judge/emulator/lowering/variable_declarations.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/emulator/lowering/declarators.hpp"

namespace judge::lowering {

namespace {

bool is_alignment(const Translation& t, std::size_t i) {
  return t.is_one_of(i, {"alignas", "__attribute__"}) && t.is(t.next(i), "(");
}

}  // namespace

Declarator take_apart(const Translation& t, Range part, bool is_first) {
  Declarator declarator;
  declarator.name = declared_name(t, part);
  for (std::size_t i = part.begin; declarator.name == none && !is_first && i < part.end; i = t.next(i))
    if (t.is_identifier(i) && !t.is_one_of(i, {"const", "__restrict__"})) declarator.name = i;
  if (declarator.name == none) return declarator;
  std::size_t begin = declarator.name;
  for (std::size_t i = t.previous(begin); i != none && i >= part.begin; i = t.previous(i)) {
    if (!t.is_one_of(i, {"*", "&", "&&", "const", "__restrict__", "__restrict"})) break;
    begin = i;
  }
  // `const x` after nothing: the const belongs to the specifiers.
  if (is_first && begin == part.begin) begin = declarator.name;
  declarator.prefix = {begin, declarator.name};
  std::size_t i = t.next(declarator.name);
  const std::size_t suffix = i;
  while (i < part.end && t.is(i, "[")) i = t.next(t.closing(i));
  declarator.suffix = {suffix, std::min(i, part.end)};
  declarator.initialiser = {std::min(i, part.end), part.end};
  return declarator;
}

std::string bare_specifiers(const Translation& t, Range range, bool has_pointer) {
  std::string text;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (t.is_one_of(i, {"register", "static"}) || (t.is(i, "const") && !has_pointer)) continue;
    if (is_alignment(t, i)) {
      i = t.closing(t.next(i));
      continue;
    }
    text += t.token(i).text;
    text += ' ';
  }
  return text;
}

std::optional<std::string> alignment(const Translation& t, Range specifiers) {
  std::string found;
  for (std::size_t i = specifiers.begin; i < specifiers.end; i = t.next(i)) {
    if (!is_alignment(t, i)) continue;
    std::size_t open = t.next(i);
    if (t.is(i, "__attribute__")) {
      const std::size_t word = t.next(t.next(open));
      if (!t.is_one_of(word, {"aligned", "__aligned__"})) return {};
      open = t.next(word);
    }
    const std::size_t number = t.next(open);
    if (!found.empty() || t.token(number).kind != TokenKind::number || t.next(number) != t.closing(open)) return {};
    found = t.token(number).text;
  }
  return found;
}

bool is_hoisted(const Translation& t, Range statement) {
  for (std::size_t i = statement.begin; i < statement.end; i = t.next(i)) {
    if (t.is_one_of(i, {"typedef", "using", "constexpr", "static_assert", "__shared__"})) return true;
    // struct S { ... }; but not struct S s; nor struct { ... } s;
    if (t.is_one_of(i, {"struct", "enum", "union", "class"})) {
      std::size_t open = t.next(i);
      while (open < statement.end && !t.is(open, "{") && !t.is(open, "=")) open = t.next(open);
      const std::size_t close = t.is(open, "{") ? t.closing(open) : none;
      return close != none && t.is(t.next(close), ";") && t.next(close) == statement.end - 1;
    }
    if (is_alignment(t, i)) {
      i = t.closing(t.next(i));
      continue;
    }
    if (t.is_one_of(i, {"=", "(", "[", "{"})) return false;
  }
  return false;
}

std::size_t skip_attributes(const Translation& t, std::size_t i) {
  while (t.is(i, "[") && t.is(t.next(i), "[")) i = t.next(t.closing(i));
  return i;
}

std::vector<std::string_view> introduced_names(const Translation& t, Range statement) {
  std::vector<std::string_view> names;
  const std::size_t first = statement.begin, last = t.previous(statement.end - 1);
  if (t.is(first, "using")) {
    if (t.is(t.next(first), "namespace")) return {""};
    if (!t.is(t.next(t.next(first)), "=")) return {t.token(last).text};
  }
  for (std::size_t i = first; i < statement.end; i = t.next(i)) {
    if (t.is_one_of(i, {"struct", "class", "union", "enum"}) && t.is_identifier(t.next(i)))
      names.push_back(t.token(t.next(i)).text);
    if (!t.is(i, "{") || !t.is(first, "enum")) continue;
    for (const Range part : split_at_commas(t, {t.next(i), t.closing(i)})) names.push_back(t.token(part.begin).text);
    break;
  }
  return names;
}

std::optional<std::string> array_bounds(const Translation& t, const Declarator& declarator) {
  const std::size_t begin = declarator.suffix.begin;
  if (begin >= declarator.suffix.end || !t.is(begin, "[") || !t.is(t.next(begin), "]")) return t.flat(declarator.suffix);
  std::size_t open = declarator.initialiser.begin;
  if (t.is(open, "=")) open = t.next(open);
  if (t.next(t.next(begin)) < declarator.suffix.end || open >= declarator.initialiser.end || !t.is(open, "{")) return {};
  std::size_t elements = 0;
  for (const Range element : split_at_commas(t, {t.next(open), t.closing(open)})) {
    if (element.begin >= element.end) continue;  // behind a last comma
    for (std::size_t i = element.begin; i < element.end; i = t.next(i))
      if (t.is(i, "...")) return {};
    if (t.is_one_of(element.begin, {"[", "{"}) || t.token(element.begin).kind == TokenKind::text) return {};
    ++elements;
  }
  return elements == 0 ? std::nullopt : std::optional(fmt::format("[{}]", elements));
}

}  // namespace judge::lowering
