#include "judge/emulator/lowering/kernel_declarations.hpp"

#include <utility>

namespace judge::lowering {

namespace {

bool is_of_launch(const Translation& t, std::size_t i) { return t.is_one_of(i, {"__launch_bounds__", "__cluster_dims__"}); }

bool takes_arguments(const Translation& t, std::size_t i) {
  return is_of_launch(t, i) || t.is(i, "__attribute__") || t.is(i, "alignas") || t.is(i, "__declspec");
}

/// May a declaration begin here? Behind the } of `int N = int{3}>` goes on what that } is part of.
bool may_begin_declaration(const Translation& t, std::size_t i) {
  return t.is_identifier(i) || t.is(i, "[") || t.is(i, "::") || t.is(i, "~");
}

/// The first token of the declaration that holds `qualifier`.
std::size_t find_begin(const Translation& t, std::size_t qualifier) {
  std::size_t begin = qualifier;
  for (std::size_t i = t.previous(begin); i != none; i = t.previous(begin)) {
    if (t.is(i, ";") || t.is(i, "{")) return begin;
    if (t.is(i, "}") && may_begin_declaration(t, begin)) return begin;
    const std::size_t before = t.previous(i);
    if (t.is(i, ":") && (t.is(before, "public") || t.is(before, "private") || t.is(before, "protected"))) return begin;
    const bool closes = t.is(i, ")") || t.is(i, "]") || t.is(i, "}");
    begin = closes ? t.opening(i) : i;
    if (begin == none) return qualifier;
  }
  return begin;
}

/// The > of the template header that begins with the < at `open`, before `limit`; `none` if it cannot be told.
std::size_t header_end(const Translation& t, std::size_t open, std::size_t limit) {
  const std::size_t matching = t.closing_angle(open);
  if (matching < limit) return matching;
  // `bool B = L < 5>` has a < that is no bracket: the header ends at the last >.
  std::size_t last = none;
  for (std::size_t i = open; i < limit; i = t.next(i)) {
    if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) i = t.closing(i);
    else if (t.is(i, ">")) last = i;
    if (i == none) return none;
  }
  return last;
}

/// Behind the operand of a requires clause that begins at `i`.
std::size_t end_of_constraint_operand(const Translation& t, std::size_t i) {
  if (t.is(i, "(")) return t.next(t.closing(i));
  if (t.is(i, "requires")) {
    i = t.next(i);
    if (t.is(i, "(")) i = t.next(t.closing(i));
    return t.is(i, "{") ? t.next(t.closing(i)) : none;
  }
  while (t.is_identifier(i) || t.is(i, "::")) {
    const bool is_scope = t.is(i, "::");
    i = t.next(i);
    if (is_scope) continue;
    if (t.is(i, "<")) i = t.next(t.closing_angle(i));
    if (!t.is(i, "::")) break;
  }
  return i;
}

/// Behind the requires clause at `i`.
std::size_t end_of_constraint(const Translation& t, std::size_t i) {
  do i = end_of_constraint_operand(t, t.next(i));
  while (t.is(i, "&&") || t.is(i, "||"));
  return i;
}

bool find_template_headers(const Translation& t, KernelDeclaration& declaration) {
  std::size_t i = declaration.begin;
  while (t.is(i, "template") && t.is(t.next(i), "<")) {
    const std::size_t open = t.next(i), close = header_end(t, open, declaration.qualifier);
    if (close == none) return false;
    i = t.next(close);
    TemplateHeader header{{t.next(open), close}, {i, i}};
    if (t.is(i, "requires")) header.constraint.end = i = end_of_constraint(t, i);
    if (i == none) return false;
    declaration.template_headers.push_back(header);
  }
  declaration.specifiers = i;
  return true;
}

/// The first token of `a::b::` that ends before `name`.
std::size_t begin_of_scope(const Translation& t, std::size_t name) {
  std::size_t begin = name;
  while (t.is(t.previous(begin), "::")) {
    begin = t.previous(begin);
    const std::size_t before = t.previous(begin);
    if (t.is_identifier(before) && !t.is(before, "void")) begin = before;
    else break;
  }
  return begin;
}

void note_bounds(const Translation& t, Range range, KernelDeclaration& declaration) {
  const bool is_cluster = t.is(range.begin, "__cluster_dims__");
  if (is_cluster) declaration.cluster = {t.next(range.begin), range.end};
  declaration.bounds.push_back(range);
  if (!is_cluster) std::swap(declaration.bounds.front(), declaration.bounds.back());
}

/// Finds name and parameters behind the qualifier. False: this is no function declaration we know.
bool find_name(const Translation& t, KernelDeclaration& declaration) {
  for (std::size_t i = declaration.specifiers; i < t.size(); i = t.next(i)) {
    if (takes_arguments(t, i) && t.is(t.next(i), "(")) {
      const std::size_t close = t.closing(t.next(i));
      if (close == none) return false;
      if (is_of_launch(t, i)) note_bounds(t, {i, close + 1}, declaration);
      i = close;
    } else if (t.is(i, "[")) {
      i = t.closing(i);
    } else if (t.is_identifier(i)) {
      const std::size_t after = t.next(i), angle = t.is(after, "<") ? t.closing_angle(after) : none;
      declaration.name = i;
      declaration.is_specialization = angle != none && t.is(t.next(angle), "(");
      declaration.open = declaration.is_specialization ? t.next(angle) : after;
      if (t.is(declaration.open, "(")) break;
      if (angle != none) i = angle;
    } else if (t.is(i, ";") || t.is(i, "{") || t.is(i, "}")) {
      return false;
    }
    if (i == none) return false;
  }
  declaration.close = t.is(declaration.open, "(") ? t.closing(declaration.open) : none;
  if (declaration.close == none) return false;
  declaration.scope = {begin_of_scope(t, declaration.name), declaration.name};
  return true;
}

bool find_end(const Translation& t, KernelDeclaration& declaration) {
  for (std::size_t i = t.next(declaration.close); i < t.size(); i = t.next(i)) {
    if (is_of_launch(t, i) && t.is(t.next(i), "(")) {
      const std::size_t close = t.closing(t.next(i));
      if (close == none) return false;
      note_bounds(t, {i, close + 1}, declaration);
      i = close;
    } else if (t.is(i, ";")) {
      declaration.end = i;
      return true;
    } else if (t.is(i, "{")) {
      declaration.body = i;
      declaration.end = t.closing(i);
      return declaration.end != none;
    }
  }
  return false;
}

}  // namespace

std::optional<KernelDeclaration> find_kernel_declaration(const Translation& t, std::size_t qualifier) {
  KernelDeclaration declaration;
  declaration.qualifier = qualifier;
  declaration.begin = find_begin(t, qualifier);
  if (!find_template_headers(t, declaration) || !find_name(t, declaration) || !find_end(t, declaration)) return std::nullopt;
  return declaration;
}

}  // namespace judge::lowering
