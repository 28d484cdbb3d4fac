#include "judge/emulator/lowering/variables.hpp"

#include <array>
#include <map>

#include "judge/emulator/lowering/statements.hpp"
#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 14> numbers = {"int",     "unsigned", "float",    "double", "char",
                                                      "long",    "short",    "bool",     "signed", "int32_t",
                                                      "int64_t", "uint32_t", "uint64_t", "size_t"};

bool is_number_type(const Translation& t, std::size_t i) { return t.is_identifier(i) && contains(numbers, t.token(i).text); }

/// The bracket that is open at `i`.
std::size_t open_before(const Translation& t, std::size_t i) {
  for (i = t.previous(i); i != none && !t.is_one_of(i, {"(", "[", "{"}); i = t.previous(i))
    if (t.is_one_of(i, {")", "]", "}"})) i = t.opening(i);
  return i;
}

bool is_boundary(const Translation& t, std::size_t i) {
  return i == none || t.is_one_of(i, {"(", "[", "{", "}", ";", ",", "?", ":", "&&", "||", "return"}) || is_assignment(t, i);
}

}  // namespace

bool may_be_declaration(const Translation& t, std::size_t i) {
  const std::size_t before = t.previous(i), type = t.previous(before), first = t.previous(type);
  if (t.is_identifier(before)) return !t.is(before, "return");
  if (t.is_one_of(before, {"*", "&"}) && t.token(type).kind == TokenKind::number) return false;
  if (t.is_one_of(before, {"*", "&"}))  // `T *n = ...`, or `a * n`
    return !t.is_identifier(type) || (t.is_identifier(first) && !t.is(first, "return")) ||
           t.is_one_of(first, {";", "{", "}"}) || (t.is(first, "(") && t.is(t.next(i), "="));
  if (t.is(before, "[")) return t.is_one_of(type, {"auto", "&", "&&"}) || t.is_one_of(t.next(i), {"=", ",", "..."});
  if (t.is(before, "{")) return t.is_one_of(t.next(i), {",", "}", "="});
  return t.is_one_of(before, {",", ">", "&&", "."}) && t.is_one_of(t.next(i), {"=", ";", ",", "[", "{", "(", "]", "}"});
}

std::unordered_set<std::string_view> names_of_threads(const Translation& t) {
  std::unordered_set<std::string_view> names = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.is_identifier(i) && names.contains(t.token(i).text) && may_be_declaration(t, i)) names.erase(t.token(i).text);
  return names;
}

Variables::Variables(const Translation& translation, Range parameters, Range body,
                     const std::unordered_set<std::string_view>& built_in)
    : t(translation), m_built_in(built_in) {
  find(parameters, body);
}

void Variables::find(Range parameters, Range body) {
  std::map<std::string_view, std::size_t> declared;  // `none`: more than once
  const auto look = [&](Range range) {
    for (std::size_t i = range.begin; i < range.end; i = t.next(i))
      if (t.is_identifier(i) && may_be_declaration(t, i))
        if (const auto [found, is_new] = declared.try_emplace(t.token(i).text, i); !is_new) found->second = none;
  };
  look(parameters);
  look(body);
  std::map<std::size_t, std::string_view> in_order;
  for (const auto& [text, name] : declared)
    if (name != none) in_order.emplace(name, text);
  for (const auto& [name, text] : in_order)
    if (is_variable(name, parameters)) m_scopes[text] = name < body.begin ? Scope{name, body.end} : scope_of(name, body);
}

bool Variables::is_variable(std::size_t name, Range parameters) const {
  const bool is_parameter = name >= parameters.begin && name < parameters.end;
  bool is_number = false, is_const = false, is_pointer = false;
  std::size_t i = t.previous(name);
  for (; is_number_type(t, i) || t.is_one_of(i, {"const", "*", "__restrict__", "__restrict", "volatile"}); i = t.previous(i)) {
    is_number |= is_number_type(t, i);
    is_const |= t.is(i, "const");
    is_pointer |= t.is(i, "*");
  }
  if (is_parameter) return is_number && (t.is(i, ",") || (t.is(i, "(") && t.next(i) >= parameters.begin));
  const bool begins = t.is_one_of(i, {";", "{", "}"}) || (t.is(i, "(") && t.is(t.previous(i), "for"));
  if (!begins || !is_number || (is_const && is_pointer) || !t.is_one_of(t.next(name), {"=", ";", ","})) return false;
  if (!is_const) return true;
  std::size_t end = name;
  while (end != none && !t.is_one_of(end, {";", ","})) end = t.next(t.is_one_of(end, {"(", "[", "{"}) ? t.closing(end) : end);
  return end != none && t.is(t.next(name), "=") && is_never_constant({t.next(t.next(name)), end});
}

/// Of a local: up to the end of its block, or of its loop.
Variables::Scope Variables::scope_of(std::size_t name, Range body) const {
  const std::size_t open = open_before(t, name);
  if (t.is(open, "{")) return {name, t.closing(open)};
  const auto loop = t.is(open, "(") && t.is(t.previous(open), "for") ? parse_statement(t, t.previous(open)) : std::nullopt;
  return loop && loop->range.end <= body.end ? Scope{name, loop->range.end} : Scope{};
}

bool Variables::is_one(std::size_t i) const {
  if (!is_name(t, i)) return false;
  if (m_built_in.contains(t.token(i).text)) return true;
  const auto found = m_scopes.find(t.token(i).text);
  return found != m_scopes.end() && i > found->second.begin && i < found->second.end;
}

bool Variables::is_never_constant(Range expression) const {
  bool found = false;
  for (std::size_t i = expression.begin; i < expression.end; i = t.next(i)) {
    const std::size_t before = t.previous(i), after = t.next(i);
    if (t.is_identifier(i)) {
      if (t.is_one_of(i, {"sizeof", "alignof", "decltype", "noexcept", "typeid"})) return false;
      if (t.is_one_of(after, {"<", "{", "::"}) || (t.is(after, "(") && !is_number_type(t, i)))
        return false;  // a call may ignore it
      found |= is_one(i);
    } else if (t.is(i, "&") && !t.is_identifier(before) && t.token(before).kind != TokenKind::number) {
      return false;
    } else if (t.token(i).kind != TokenKind::number &&
               !t.is_one_of(i, {"+", "-", "*", "/", "%", "&", "|", "^", "~", "<<", ">>", "(", ")", "."})) {
      return false;
    }
  }
  return found;
}

/// Does the operand to the left of the operator at `i` hold a variable, so that nvcc can't tell its value?
bool Variables::holds_one_before(std::size_t i) const {
  for (i = t.previous(i); !is_boundary(t, i); i = t.previous(i)) {
    if (is_one(i)) return true;
    if (!t.is_one_of(i, {")", "]"})) continue;
    const std::size_t open = t.opening(i);
    if (open == none) return false;
    if (is_never_constant({t.next(open), i}) && !t.is_identifier(t.previous(open))) return true;
    i = open;
  }
  return false;
}

bool Variables::is_surely_used(std::size_t i) const {
  std::size_t before = t.previous(i), after = t.next(i);
  const std::size_t head = t.is(before, ")") ? t.previous(t.opening(before)) : none;
  while (t.is(after, "[")) after = t.next(t.closing(after));
  if (t.is_one_of(before, {";", "{", "}", "else", "do"}) || t.is_one_of(head, {"if", "for", "while", "switch"}))
    return is_assignment(t, after) || t.is_one_of(after, {"++", "--"});
  if (t.is(before, ")") && t.is(t.previous(before), "void")) return false;
  if (t.is(before, "(") && t.is(t.previous(before), ">")) return false;  // static_cast<void>
  if (t.is(after, ",")) {
    const std::size_t open = open_before(t, i);
    if (!t.is(open, "(") || !t.is_identifier(t.previous(open)) ||
        t.is_one_of(t.previous(open), {"for", "if", "while", "return"}))
      return false;  // perhaps the comma operator
  }
  for (; before != none; before = t.previous(before)) {
    if (t.is_one_of(before, {";", "}"})) return true;
    if (t.is(before, "{") && !t.is_identifier(t.previous(before)) && !t.is_one_of(t.previous(before), {"=", ",", "("}))
      return true;
    if (t.is_one_of(before, {"&&", "||", "?"}) && !holds_one_before(before)) return false;
    if (t.is_one_of(before, {")", "]"})) before = t.opening(before);
  }
  return true;
}

}  // namespace judge::lowering
