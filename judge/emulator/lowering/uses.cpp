#include "judge/emulator/lowering/uses.hpp"

#include "judge/emulator/lowering/statements.hpp"

namespace judge::lowering {

namespace {

bool is_step(const Translation& t, std::size_t i) { return t.is_one_of(i, {"++", "--"}); }

bool is_operand_end(const Translation& t, std::size_t i) {
  return i != none && (t.is_identifier(i) || t.token(i).kind == TokenKind::number || t.is_one_of(i, {")", "]"}));
}

}  // namespace

/// Does the & at `i` take an address? Behind a closing parenthesis that may end a cast, it may.
bool Uses::is_unary_and(std::size_t i) const {
  const std::size_t before = t.previous(i);
  if (!is_operand_end(t, before) || t.is(before, "return")) return true;
  if (!t.is(before, ")")) return false;
  const std::size_t open = t.opening(before);
  for (std::size_t j = t.next(open); open != none && j < before; j = t.next(j))
    if (t.token(j).kind == TokenKind::number ||
        t.is_one_of(j, {"+", "-", "/", "%", ">>", "<<", ".", "[", "==", "!=", "|", "&&", "||"}))
      return false;
  return true;
}

bool Uses::is_boundary(std::size_t i) const {
  return i == none || t.is_one_of(i, {"(", ")", "[", "]", "{", "}", ";", ",", "return"}) || is_assignment(t, i);
}

/// The bracket that is open at `i`; `none` if a statement begins before any.
std::size_t Uses::innermost_open(std::size_t i) const {
  for (i = t.previous(i); i != none; i = t.previous(i)) {
    if (t.is_one_of(i, {"(", "[", "{"})) return i;
    if (t.is(i, ";")) return none;
    if (t.is_one_of(i, {")", "]", "}"})) i = t.opening(i);
    if (i == none) break;
  }
  return none;
}

/// The ? that the : belongs to; `none` if it is another kind of colon.
std::size_t Uses::question_of(std::size_t colon) const {
  int depth = 1;
  for (std::size_t i = t.previous(colon); i != none; i = t.previous(i)) {
    if (t.is_one_of(i, {")", "]", "}"})) i = t.opening(i);
    else if (t.is_one_of(i, {"(", "[", "{", ";"})) return none;
    else if (t.is(i, ":")) ++depth;
    else if (t.is(i, "?") && --depth == 0) return i;
    if (i == none) break;
  }
  return none;
}

/// Takes in the parentheses around the object, and the conditional expression that it is a branch of.
Uses::Object Uses::widen(std::size_t first, std::size_t last) const {
  for (;;) {
    const std::size_t before = t.previous(first), after = t.next(last);
    std::size_t question = none;
    if (t.is(before, "?") && t.is(after, ":")) question = before;
    else if (t.is(before, ":") && is_boundary(after)) question = question_of(before);
    if (question != none) {
      first = question;
      while (!is_boundary(t.previous(first))) first = t.previous(first);
      while (!is_boundary(t.next(last))) last = t.next(last);
      continue;
    }
    const std::size_t head = t.previous(before);
    const bool is_grouping = t.is(before, "(") && t.is(after, ")") && !t.is_one_of(head, {")", "]", ">", "}"}) &&
                             (!t.is_identifier(head) || t.is(head, "return"));
    if (!is_grouping) return {first, last, before, after};
    first = before;
    last = after;
  }
}

/// Does the declaration whose = this is make a reference?
bool Uses::is_reference_to(std::size_t assignment) const {
  const std::size_t name = t.previous(assignment);
  if (t.is(name, "]")) {
    const std::size_t before = t.previous(t.opening(name));
    return t.is_one_of(before, {"&", "&&", "auto"});  // auto& [a, b] = x
  }
  if (t.is(name, ")")) return true;  // float (&row)[4] = x, or worse
  return t.is_identifier(name) && t.is_one_of(t.previous(name), {"&", "&&"});
}

Use Uses::of(std::size_t i) const {
  for (const Range& lambda : m_lambdas)
    if (i > lambda.begin && i < lambda.end) return Use::given;
  std::size_t last = i;
  for (std::size_t after = t.next(last); t.is_one_of(after, {".", "["}); after = t.next(last)) {
    if (t.is(after, "[") && last == i) return Use::subscripted;
    if (t.is(after, "[")) {
      last = t.closing(after);
    } else {
      last = t.next(after);
      if (t.is_one_of(t.next(last), {"(", "<"})) return Use::given;  // a method
    }
    if (last == none) return Use::given;
  }
  return use_of(widen(i, last));
}

Use Uses::use_of(Object object) const {
  const auto [first, last, before, after] = object;
  if (t.is(after, "(")) return Use::given;
  if (is_step(t, after)) return Use::changed;
  if (is_step(t, before) || is_assignment(t, after)) {
    // Its value is the variable again, which may be given to somebody.
    const std::size_t outer = is_step(t, before) ? t.previous(before) : before;
    if (t.is_one_of(outer, {"&", "?", ":"}) || (t.is(outer, "=") && is_reference_to(outer))) return Use::given;
    const std::size_t open = t.is_one_of(outer, {"(", ","}) ? innermost_open(first) : none;
    return open != none && use_between(open) == Use::given ? Use::given : Use::changed;
  }
  if (t.is(before, "&") && is_unary_and(before)) return Use::given;
  if (t.is(before, "=") && is_reference_to(before)) return Use::given;
  if (t.is(before, ")") && t.is(t.previous(before), "&")) return Use::given;  // (int&)x
  if (t.is(before, ")") && may_cast_to_reference(before)) return Use::given;
  if (t.is(before, ":") && is_boundary(after)) return Use::given;  // for (auto& x : object)
  if (t.is_one_of(before, {"(", ",", "{"}) && t.is_one_of(after, {")", ",", "}"})) {
    const std::size_t open = innermost_open(first);
    return open == none ? Use::read : use_between(open);
  }
  if (m_names.has_operators_on_references() && !(is_boundary(before) && is_boundary(after))) return Use::given;
  return Use::read;
}

/// `(R)x`, where R may be another name for a reference.
bool Uses::may_cast_to_reference(std::size_t close) const {
  const std::size_t open = t.opening(close), before = open == none ? none : t.previous(open);
  if (before == none || t.is_identifier(before) || t.is_one_of(before, {")", "]", ">"})) return false;
  return t.is_identifier(t.previous(close)) && !m_names.is_cast({t.next(open), close});
}

/// Of an object that stands, by itself, in a list in brackets.
Use Uses::use_between(std::size_t open) const {
  if (t.is(open, "[")) return Use::read;
  if (t.is(open, "{")) return t.is_one_of(t.previous(open), {";", "{", "}", ")"}) ? Use::read : use_in_braces(open);
  return use_as_argument(open);
}

/// Of an argument of what stands before the parenthesis.
Use Uses::use_as_argument(std::size_t open) const {
  std::size_t head = t.previous(open);
  if (t.is(head, ")")) {
    const std::size_t begin = t.opening(head);
    return begin != none && m_names.is_cast({t.next(begin), head}) ? Use::read : Use::given;
  }
  if (t.is(head, ">")) {
    const std::size_t angle = t.opening_angle(head), name = angle == none ? none : t.previous(angle);
    if (name == none) return Use::given;
    if (t.is_one_of(name, {"static_cast", "reinterpret_cast"})) {
      for (std::size_t i = angle; i < head; i = t.next(i))
        if (t.is_one_of(i, {"&", "&&"})) return Use::given;
      return Use::read;
    }
    head = name;
  }
  if (t.is_one_of(head, {"if", "while", "for", "switch", "sizeof", "decltype"})) return Use::read;
  if (!t.is_identifier(head) || t.is_one_of(t.previous(head), {"::", ".", "->"})) return Use::given;
  return m_names.takes_values(t.token(head).text) ? Use::read : Use::given;
}

/// Of an element of a list that initialises something.
Use Uses::use_in_braces(std::size_t open) const {
  std::size_t head = t.previous(open);
  while (t.is_one_of(head, {"{", ","})) {
    open = innermost_open(open);
    if (!t.is(open, "{")) return Use::given;
    head = t.previous(open);
  }
  if (t.is_identifier(head) && m_names.is_value_type(t.token(head).text)) return Use::read;
  // TYPE name = { or TYPE name[n] = {
  std::size_t name = t.is(head, "=") ? t.previous(head) : head;
  while (t.is(name, "]")) name = t.previous(t.opening(name));
  const std::size_t type = t.previous(name);
  return t.is_identifier(type) && m_names.is_value_type(t.token(type).text) ? Use::read : Use::given;
}

}  // namespace judge::lowering
