#include "judge/emulator/lowering/functions.hpp"

#include <algorithm>
#include <unordered_set>

namespace judge::lowering {

namespace {

/// Steps back over what may stand between a function's parameters and its body.
std::size_t skip_qualifiers_back(const Translation& t, std::size_t i) {
  for (;;) {
    if (t.is_one_of(i, {"const", "noexcept", "override", "final", "mutable", "volatile", "&", "&&"})) {
      i = t.previous(i);
    } else if (t.is(i, ")") && t.is(t.previous(t.opening(i)), "noexcept")) {
      i = t.previous(t.previous(t.opening(i)));
    } else {
      return i;
    }
  }
}

/// The -> of the trailing return type that ends at `i`; `none` if there is none.
std::size_t find_arrow_back(const Translation& t, std::size_t i) {
  while (i != none) {
    if (t.is(i, "->")) return i;
    if (t.is(i, ">")) i = t.opening_angle(i);
    else if (t.is(i, ")")) i = t.opening(i);
    else if (!t.is_identifier(i) && !t.is_one_of(i, {"::", "*", "&"})) return none;
    i = t.previous(i);
  }
  return none;
}

/// The ) of the parameters of the function whose body opens at `brace`; `none` if it opens no function's.
std::size_t end_of_parameters(const Translation& t, std::size_t brace) {
  std::size_t i = skip_qualifiers_back(t, t.previous(brace));
  if (t.is(i, ")")) return i;
  const std::size_t arrow = find_arrow_back(t, i);
  if (arrow == none) return none;
  i = skip_qualifiers_back(t, t.previous(arrow));
  return t.is(i, ")") ? i : none;
}

std::unordered_set<std::string_view> class_names(const Translation& t) {
  std::unordered_set<std::string_view> names;
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.is_one_of(i, {"struct", "class", "union"}) && t.is_identifier(t.next(i))) names.insert(t.token(t.next(i)).text);
  return names;
}

/// Does an operator's name end at `name`: `operator+`, `operator()`, `operator unsigned long`?
bool ends_operator_name(const Translation& t, std::size_t name) {
  for (int words = 0; words < 4 && name != none; ++words, name = t.previous(name)) {
    if (t.is(name, "operator")) return true;
    if (t.is_one_of(name, {";", "{", "}", ","})) return false;
  }
  return false;
}

}  // namespace

bool has_one_of(Range range, const Polls& polls) {
  return std::ranges::any_of(polls, [&](std::size_t i) { return i >= range.begin && i < range.end; });
}

std::vector<Function> find_functions(const Translation& t) {
  const auto classes = class_names(t);
  std::vector<Function> functions;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is(i, "{")) continue;
    const std::size_t end = end_of_parameters(t, i), open = end == none ? none : t.opening(end);
    const std::size_t name = open == none ? none : t.previous(open), close = t.closing(i);
    if (name == none || close == none || t.is_one_of(name, {"if", "for", "while", "switch", "catch", "constexpr"})) continue;
    Function function{.parameters = {t.next(open), end}, .body = {i, close}};
    const bool has_initialisers = t.is_one_of(t.previous(name), {":", ","});
    if (t.is_identifier(name) && !has_initialisers && !ends_operator_name(t, name)) function.name = t.token(name).text;
    function.is_constructor = has_initialisers || t.is(t.previous(name), "~") || classes.contains(function.name);
    functions.push_back(function);
    i = close;
  }
  return functions;
}

std::vector<Range> outside_functions(const Translation& t, const std::vector<Function>& functions) {
  std::vector<Range> outside;
  std::size_t begin = 0;
  for (const Function& function : functions) {
    outside.push_back({begin, function.body.begin});
    begin = function.body.end;
  }
  outside.push_back({begin, t.size()});
  return outside;
}

bool declares_function(const Translation& t, std::size_t i) {
  std::size_t before = t.previous(i);
  // void __launch_bounds__(256) name(
  while (t.is(before, ")") && t.opening(before) != none && t.is_identifier(t.previous(t.opening(before))) &&
         t.token(t.previous(t.opening(before))).text.starts_with("__"))
    before = t.previous(t.previous(t.opening(before)));
  const bool has_type = t.is_identifier(before) || t.is_one_of(before, {">", ">>", "*", "&", "::", "]", "~"});
  return t.is(t.next(i), "(") && has_type && !t.is_one_of(before, {"return", "else", "case", "do"});
}

bool opens_lambda(const Translation& t, std::size_t i) {
  if (!t.is(i, "[") || t.is(t.next(i), "[")) return false;
  const std::size_t before = t.previous(i);
  if (before == none || t.is_one_of(before, {"]", ")", "["})) return false;
  return !t.is_identifier(before) || t.is(before, "return");
}

std::size_t lambda_body(const Translation& t, std::size_t close) {
  for (std::size_t i = t.next(close); i < t.size(); i = t.next(i)) {
    if (t.is(i, "{")) return i;
    if (t.is(i, "(")) i = t.closing(i);
    else if (t.is(i, "<")) i = t.closing_angle(i);
    else if (!t.is_identifier(i) && !t.is_one_of(i, {"->", "::", "*", "&"})) return none;
    if (i == none) break;
  }
  return none;
}

std::vector<Range> find_lambda_bodies(const Translation& t, Range range) {
  std::vector<Range> bodies;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (!opens_lambda(t, i)) continue;
    const std::size_t close = t.closing(i), body = close == none ? none : lambda_body(t, close);
    if (body != none && t.closing(body) != none) bodies.push_back({body, t.closing(body)});
  }
  return bodies;
}

}  // namespace judge::lowering
