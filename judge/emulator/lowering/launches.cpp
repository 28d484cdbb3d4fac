#include <array>
#include <algorithm>

#include "judge/emulator/lowering/passes.hpp"

namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 9> words_before_expressions = {"return", "else", "do",       "if",    "while",
                                                                      "for",    "case", "co_yield", "switch"};

bool ends_an_expression(const Translation& t, std::size_t i) {
  if (i == none) return false;
  if (t.is_identifier(i))
    return std::ranges::find(words_before_expressions, t.token(i).text) == words_before_expressions.end();
  return t.is(i, "]") || t.is(i, ")");
}

/// The first token of the postfix expression that ends at `last`: k, ns::k<float>, table[i], (*pointer), object.member.
std::size_t find_expression(const Translation& t, std::size_t last) {
  std::size_t begin = last;
  for (;;) {
    if (t.is_one_of(begin, {">", ">>", ">>>"})) {
      begin = t.previous(t.opening_angle(begin));
      if (begin == none) return none;
      continue;
    }
    if (t.is(begin, ")") || t.is(begin, "]")) {
      begin = t.opening(begin);
      if (begin == none) return none;
      const std::size_t before = t.previous(begin);
      if (ends_an_expression(t, before) && !(t.is(before, ")"))) begin = before;
      else return begin;
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

/// The >>> that ends the configuration begun at `open`: a >>> outside brackets, before a (.
std::size_t find_configuration_end(const Translation& t, std::size_t open) {
  for (std::size_t i = t.next(open); i < t.size(); i = t.next(i)) {
    if (t.is(i, "(") || t.is(i, "[") || t.is(i, "{")) {
      i = t.closing(i);
      if (i == none) return none;
      continue;
    }
    if (t.is(i, ";") || t.is(i, "}")) return none;
    if (t.is(i, ">>>") && t.is(t.next(i), "(")) return i;
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
