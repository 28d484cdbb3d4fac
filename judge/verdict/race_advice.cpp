#include "judge/verdict/race_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "judge/util/c_lexer.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

enum class Update { add, subtract, max, min, bit_or, bit_and, bit_xor, other };

using Tokens = std::vector<Token>;

std::string_view text(const Tokens& tokens, std::size_t i) { return i < tokens.size() ? tokens[i].text : std::string_view(); }

/// Without `for (...)`, whose step may be an update too.
Tokens statement_of(std::string_view line) {
  Tokens tokens = lex_source(line);
  if (text(tokens, 0) != "for") return tokens;
  int depth = 0;
  for (std::size_t i = 1; i < tokens.size(); ++i) {
    if (tokens[i].text == "(") ++depth;
    if (tokens[i].text == ")" && --depth == 0) {
      tokens.erase(tokens.begin(), tokens.begin() + static_cast<std::ptrdiff_t>(i) + 1);
      return tokens;
    }
  }
  return tokens;
}

struct Operator {
  std::string_view symbol;
  Update update;
};
constexpr std::array operators = {
    Operator{"+=", Update::add},      Operator{"++", Update::add},    Operator{"-=", Update::subtract},
    Operator{"--", Update::subtract}, Operator{"|=", Update::bit_or}, Operator{"&=", Update::bit_and},
    Operator{"^=", Update::bit_xor},  Operator{"*=", Update::other},  Operator{"/=", Update::other},
    Operator{"%=", Update::other},    Operator{"<<=", Update::other}, Operator{">>=", Update::other}};
constexpr std::array between_operands = {Operator{"+", Update::add}, Operator{"-", Update::subtract},
                                         Operator{"|", Update::bit_or}, Operator{"&", Update::bit_and},
                                         Operator{"^", Update::bit_xor}};

template <class Table>
std::optional<Update> find_in(const Table& table, std::string_view symbol) {
  const auto found = std::ranges::find(table, symbol, &Operator::symbol);
  return found == table.end() ? std::nullopt : std::optional(found->update);
}

/// "m[0]" of `if (x > m[0]) m[0] = x;`, without blanks.
std::string place_before(const Tokens& tokens, std::size_t end) {
  std::size_t begin = end;
  for (int depth = 0; begin > 0; --begin) {
    const std::string_view word = tokens[begin - 1].text;
    if (word == "]") ++depth;
    if (depth == 0 && (word == ";" || word == "{" || word == ")" || word == "}" || word == "else")) break;
    if (word == "[") --depth;
  }
  std::string place;
  for (std::size_t i = begin; i < end; ++i) place += tokens[i].text;
  return place;
}

bool stands_at(const Tokens& tokens, std::size_t begin, std::size_t end, std::string_view place) {
  std::string joined;
  for (std::size_t i = begin; i < end; ++i) joined += tokens[i].text;
  return joined == place;
}

/// `x > m[0]` or `m[0] < x`: a maximum is looked for.
std::optional<Update> compared_with(std::string_view line, const std::string& place) {
  const Tokens tokens = lex_source(line), parts = lex_source(place);
  const std::size_t length = parts.size();
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool is_greater = text(tokens, i).starts_with('>'), is_less = text(tokens, i).starts_with('<');
    if ((!is_greater && !is_less) || text(tokens, i).size() > 2 || text(tokens, i) == "<<" || text(tokens, i) == ">>") continue;
    if (i + length < tokens.size() && stands_at(tokens, i + 1, i + 1 + length, place))
      return is_greater ? Update::max : Update::min;
    if (i >= length && stands_at(tokens, i - length, i, place)) return is_greater ? Update::min : Update::max;
  }
  return std::nullopt;
}

/// What `=` at `at` does to the place before it.
std::optional<Update> assigned(const Tokens& tokens, std::size_t at, std::string_view read_line, std::string_view write_line) {
  const std::string place = place_before(tokens, at);
  const std::size_t length = lex_source(place).size();
  for (std::size_t i = at + 1; i < tokens.size() && tokens[i].text != ";"; ++i) {
    if (contains(std::array{"max", "fmax", "fmaxf"}, text(tokens, i)) && text(tokens, i + 1) == "(") return Update::max;
    if (contains(std::array{"min", "fmin", "fminf"}, text(tokens, i)) && text(tokens, i + 1) == "(") return Update::min;
  }
  if (length > 0 && at + 1 + length < tokens.size() && stands_at(tokens, at + 1, at + 1 + length, place))
    return find_in(between_operands, text(tokens, at + 1 + length)).value_or(Update::other);
  const auto by_write_line = compared_with(write_line, place);
  return by_write_line ? by_write_line : compared_with(read_line, place);
}

/// What the line does to memory; nothing if it does several things, or none that is known.
std::optional<Update> update_in(std::string_view write_line, std::string_view read_line) {
  const Tokens tokens = statement_of(write_line);
  std::optional<Update> found;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const auto update = tokens[i].text == "=" ? assigned(tokens, i, read_line, write_line) : find_in(operators, tokens[i].text);
    if (!update) continue;
    if (found && *found != *update) return std::nullopt;
    found = update;
  }
  return found;
}

std::string_view line_of(const Fault& race, bool of_the_write) {
  const bool is_the_other = race.other && race.is_write != of_the_write && race.other->line != race.line;
  return is_the_other ? race.other->source : race.source;
}

std::optional<Update> update_of(const Fault& race) {
  return update_in(line_of(race, true), line_of(race, race.other && race.is_write == race.other->is_write));
}

/// Are both accesses of one statement?
bool is_with_itself(const Fault& race) {
  if (!race.other || race.line <= 0 || race.other->line != race.line || race.source.empty()) return false;
  const Tokens tokens = statement_of(race.source);
  return std::ranges::count(tokens, ";", &Token::text) <= 1;
}

std::string update_advice(const Fault& race) {
  const std::string atomic = atomic_for(race);
  if (update_of(race) == Update::add)
    return "x += y reads x, adds, and writes x: what another thread writes in between is lost. Use an atomic such as "
           "atomicAdd(); one for each block is enough if its threads first add up by shuffles or by __syncthreads()";
  return fmt::format(
      "an update reads the element, changes it and writes it back: what another thread writes in between is lost. Use {}; one "
      "for each block is enough if its threads first combine what they have by shuffles or by __syncthreads()",
      atomic.empty() ? "an atomic update, such as atomicAdd() or a loop with atomicCAS()" : atomic);
}

std::string advice_for_one_statement(const Fault& race) {
  const bool are_in_different_blocks = race.other->block != race.block;
  if (race.is_write && race.other->is_write)
    return "threads write different values to one element, and any of them may stay: let one thread write it, give each thread "
           "an "
           "element of its own, or combine the values by an atomic update";
  if (race.space == Fault::Space::global)
    return are_in_different_blocks
               ? "the statement changes what other blocks still read, and blocks run in any order and at the same time: write "
                 "to a second array"
               : "the statement changes what other threads still read: write to a second array; where one block does all the "
                 "work, "
                 "read into a local variable, then __syncthreads(), then write";
  return fmt::format(
      "the statement changes what other threads still read. In a loop that halves or doubles a distance: __syncthreads() at "
      "the end of its body{}. "
      "Else read into a local variable, then __syncthreads(), then write",
      race.in_one_warp ? ", or __syncwarp() there where one warp alone runs it, or shuffles" : "");
}

}  // namespace

std::string atomic_for(const Fault& race) {
  const auto update = update_of(race);
  if (!update) return {};
  switch (*update) {
    case Update::add: return "atomicAdd()";
    case Update::subtract: return "atomicSub(), or atomicAdd() of the negative number";
    case Update::max: return "atomicMax() (it is for integers; for floats, a loop with atomicCAS())";
    case Update::min: return "atomicMin() (it is for integers; for floats, a loop with atomicCAS())";
    case Update::bit_or: return "atomicOr()";
    case Update::bit_and: return "atomicAnd()";
    case Update::bit_xor: return "atomicXor()";
    case Update::other: return "a loop with atomicCAS()";
  }
  return {};
}

std::string race_advice(const Fault& race) {
  if (race.is_update) return update_advice(race);
  if (is_with_itself(race)) return advice_for_one_statement(race);
  if (race.space == Fault::Space::global && race.other && race.other->block != race.block)
    return "blocks run in any order and at the same time: use an atomic update, or a second kernel for the second "
           "step; before a flag or counter that signals \"done\", call __threadfence() after writing the data";
  const bool in_one_warp = race.in_one_warp || !race.note.empty();
  if (race.space == Fault::Space::global && in_one_warp)
    return "write to a second array, or do the second step in a second kernel, since no barrier of a block orders other "
           "blocks; "
           "where each warp uses only a part of its own, __syncwarp() between the two is enough";
  if (race.overwrites_tile) {
    const int write = race.is_write || !race.other ? race.line : race.other->line;
    return fmt::format(
        "put __syncthreads() at the end of the loop's body, before line {} overwrites in the next round what other "
        "warps still read",
        write);
  }
  if (in_one_warp)
    return "put __syncwarp() between the two, or __syncthreads() where other warps take part, or use a shuffle; volatile alone "
           "is not "
           "enough";
  return "put __syncthreads() between the two, where all threads of the block pass it: without it the result depends on "
         "the order of the threads";
}

}  // namespace judge
