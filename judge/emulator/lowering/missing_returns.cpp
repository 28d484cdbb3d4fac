#include <algorithm>
#include <array>

#include "judge/emulator/lowering/passes.hpp"
#include "judge/util/contains.hpp"

// A function of a kernel's that ends without its return statement goes well on a GPU, with some value. Host compilers
// let it run on into whatever code comes next. So it gets a statement that returns some value.
namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 11> specifiers = {"static",   "inline",     "constexpr",   "virtual",
                                                         "explicit", "friend",     "extern",      "consteval",
                                                         "__inline", "__inline__", "__noinline__"};

/// The tokens of the type between `->` and the body; empty if there is no such type.
Range trailing_type(const Translation& t, std::size_t from, std::size_t body) {
  for (std::size_t i = from; i < body; i = t.next(i)) {
    if (t.is(i, "->")) return {t.next(i), body};
    if (t.is(i, "(")) i = t.closing(i);
    if (i == none) break;
  }
  return {};
}

/// The `operator` of an operator's name, which ends before `parameters`; `none` if it is another function.
std::size_t operator_before(const Translation& t, std::size_t parameters) {
  for (std::size_t i = t.previous(parameters); i != none; i = t.previous(i)) {
    if (t.is(i, "operator")) return i;
    if (t.is(i, ";") || t.is(i, "{") || t.is(i, "}")) break;
  }
  return none;
}

/// The first token of the function's name, with the classes it is said to belong to: `A<T>::f`, `operator+`.
std::size_t begin_of_name(const Translation& t, std::size_t parameters) {
  std::size_t begin = operator_before(t, parameters);
  if (begin == none) begin = t.previous(parameters);
  if (t.is(begin, ">")) begin = t.previous(t.opening_angle(begin));
  while (t.is(t.previous(begin), "::")) {
    begin = t.previous(t.previous(begin));
    if (t.is(begin, ">")) begin = t.previous(t.opening_angle(begin));
  }
  return begin;
}

/// What stands before the name, from behind the last token that ends something else.
Range leading_type(const Translation& t, std::size_t parameters) {
  const std::size_t end = begin_of_name(t, parameters);
  if (end == none) return {};
  std::size_t begin = end;
  for (std::size_t i = t.previous(end); i != none; i = t.previous(i)) {
    if (t.is(i, ">")) {
      const std::size_t open = t.opening_angle(i);
      if (open == none || t.is(t.previous(open), "template")) break;
      i = open;
    } else if (t.is(i, "&") || t.is(i, "*") || t.is(i, "::")) {
    } else if (!t.is_identifier(i) || contains(specifiers, t.token(i).text)) {
      break;
    }
    begin = i;
  }
  return {begin, end};
}

bool has(const Translation& t, Range range, std::string_view word) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i))
    if (t.is(i, word)) return true;
  return false;
}

/// Is the last statement of the body a return, itself and not under a condition?
bool ends_with_return(const Translation& t, Range body) {
  std::size_t first = t.previous(body.end);
  if (!t.is(first, ";")) return false;
  for (std::size_t i = t.previous(first); i != none && i >= body.begin; i = t.previous(i)) {
    if (t.is(i, ";") || t.is(i, "{") || t.is(i, "}")) break;
    if (t.is(i, ")") || t.is(i, "]")) i = t.opening(i);
    if (i == none) break;
    first = i;
  }
  return t.is(first, "return") || t.is(first, "throw");
}

}  // namespace

bool lower_missing_returns(Translation& t, const std::vector<DeviceFunction>& functions) {
  bool found = false;
  for (const DeviceFunction& function : functions) {
    if (function.parameters == none || ends_with_return(t, function.body)) continue;
    const std::size_t open = function.body.begin - 1;
    Range type = trailing_type(t, t.next(t.closing(function.parameters)), open);
    const bool is_lambda = t.is(t.previous(function.parameters), "]");
    if (type.begin == type.end && !is_lambda) type = leading_type(t, function.parameters);
    const std::string text = t.flat(type);
    if (text.empty() || text == "void" || text.ends_with('&') || has(t, type, "auto") || has(t, type, "__global__")) continue;
    t.insert_before(function.body.end, {"return ::judge_emulated::missing_return<" + text + ">();"});
    found = true;
  }
  return found;
}

}  // namespace judge::lowering
