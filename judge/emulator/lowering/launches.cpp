#include <algorithm>
#include <array>

#include "judge/emulator/lowering/functions.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 9> words_before_expressions = {"return", "else", "do",       "if",    "while",
                                                                      "for",    "case", "co_yield", "switch"};

bool ends_an_expression(const Translation& t, std::size_t i) {
  if (i == none) return false;
  if (t.is_identifier(i)) return !contains(words_before_expressions, t.token(i).text);
  return t.is(i, "]") || t.is(i, ")");
}

/// The first token of the lambda whose body ends at `i`; `none` if no lambda does.
std::size_t begin_of_lambda(const Translation& t, std::size_t i) {
  const std::size_t body = t.opening(i);
  if (body == none) return none;
  std::size_t close = t.previous(body);
  if (t.is(close, ")")) close = t.previous(t.opening(close));
  if (!t.is(close, "]") || t.opening(close) == none || !opens_lambda(t, t.opening(close))) return none;
  return lambda_body(t, close) == body ? t.opening(close) : none;
}

/// Does the parenthesis at `open` end a call or a cast, rather than begin what a statement like `if (...)` governs? What
/// stands before a cast changes nothing.
bool continues_expression(const Translation& t, std::size_t open, std::size_t before) {
  if (t.is_one_of(before, {">", ">>", ">>>"})) return t.is_identifier(t.previous(t.opening_angle(before)));
  if (!t.is(before, ")")) return t.is(before, "}") ? begin_of_lambda(t, before) != none : ends_an_expression(t, before);
  const std::size_t word = t.previous(t.opening(before));
  return t.is(open, "(") && !t.is_one_of(word, {"if", "while", "for", "switch", "catch", "constexpr"});
}

/// The first token of the postfix expression that ends at `last`: k, ns::k<float>, table[i], (*pointer), object.member.
std::size_t find_expression(const Translation& t, std::size_t last) {
  std::size_t begin = last;
  for (;;) {
    if (t.is(begin, "}")) return begin_of_lambda(t, begin);
    if (t.is_one_of(begin, {">", ">>", ">>>"})) {
      begin = t.previous(t.opening_angle(begin));
      if (begin == none) return none;
      continue;
    }
    if (t.is(begin, ")") || t.is(begin, "]")) {
      begin = t.opening(begin);
      if (begin == none) return none;
      const std::size_t before = t.previous(begin);
      if (!continues_expression(t, begin, before)) return begin;
      begin = before;
      continue;
    }
    const std::size_t joiner = t.previous(begin);
    if (t.is(joiner, "template")) {
      begin = joiner;
    } else if (t.is(joiner, "::")) {
      const std::size_t before = t.previous(joiner);
      begin = ends_an_expression(t, before) || t.is_one_of(before, {">", ">>"}) ? before : joiner;
      if (begin == joiner) return begin;
    } else if (t.is(joiner, ".") || t.is(joiner, "->")) {
      begin = t.previous(joiner);
    } else {
      return begin;
    }
  }
}

/// The >>> that ends the configuration begun at `open`: a >>> outside brackets, before a (, that closes no templates.
std::size_t find_configuration_end(const Translation& t, std::size_t open) {
  std::size_t angles = 0;
  for (std::size_t i = t.next(open); i < t.size(); i = t.next(i)) {
    if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) {
      i = t.closing(i);
      if (i == none) return none;
      continue;
    }
    if (t.is(i, ";") || t.is(i, "}") || t.is(i, "<<<")) return none;
    if (t.is(i, "<") && t.is_identifier(t.previous(i))) ++angles;
    if (!t.is_one_of(i, {">", ">>", ">>>"})) continue;
    const std::size_t closed = t.token(i).text.size();
    if (closed == 3 && angles < 3 && t.is(t.next(i), "(")) return i;
    angles -= std::min(closed, angles);
  }
  return none;
}

void lower_launch(Translation& t, std::size_t open) {
  const std::size_t close = find_configuration_end(t, open), begin = find_expression(t, t.previous(open));
  if (close == none || begin == none) return;
  const std::size_t end = t.closing(t.next(close));
  if (end == none) return;
  const Range configuration{open + 1, close};
  t.move_away(configuration);
  t.erase(open);
  t.erase(close);
  // The call that matters comes last, in the line of the launch: what is inserted stands at the end of the line before.
  t.insert_before(begin, {"(::judge_emulated::Configuration(", configuration, ").push(),"});
  t.insert_after(end, {")"});
}

}  // namespace

void lower_launches(Translation& t) {
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.is(i, "<<<") && t.token(i).kind == TokenKind::punctuation) lower_launch(t, i);
}

}  // namespace judge::lowering
