#include <set>
#include <string_view>

#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/statements.hpp"

// A loop that reads a volatile variable may wait for another thread or block. On a GPU that one runs meanwhile; here it gets its turn
// in a call that each round makes, as in atomic reads. The call does nothing that the code could see.
namespace judge::lowering {

namespace {

constexpr const char* k_poll = " ::judge_emulated::count_poll();";

/// The names that are declared with `volatile`, wherever.
std::set<std::string_view> volatile_names(const Translation& t) {
  constexpr int most_tokens_of_a_type = 8;
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is(i, "volatile") || t.is_one_of(t.previous(i), {"asm", "__asm__"})) continue;
    std::size_t at = t.next(i);
    for (int k = 0; k < most_tokens_of_a_type && at != none; ++k, at = t.next(at)) {
      if (!t.is_identifier(at) && !t.is_one_of(at, {"*", "&", "<", ">", "::"})) break;
      if (t.is_identifier(at) && t.is_one_of(t.next(at), {";", ",", "=", ")", "["})) names.insert(t.token(at).text);
    }
  }
  return names;
}

bool reads_volatile(const Translation& t, Range range, const std::set<std::string_view>& names) {
  for (std::size_t i = range.begin; i < range.end; ++i) {
    if (t.is(i, "volatile") && !t.is_one_of(t.previous(i), {"asm", "__asm__"})) return true;
    if (t.is_identifier(i) && names.contains(t.token(i).text)) return true;
  }
  return false;
}

/// The statement behind the parentheses of a while or a for, or behind a do.
std::size_t body_of(const Translation& t, std::size_t loop) {
  return t.is(loop, "do") ? t.next(loop) : t.next(t.closing(t.next(loop)));
}

/// Does it go on until something happens in it? A `for` with a condition counts.
bool may_wait(const Translation& t, std::size_t loop) {
  if (!t.is(loop, "for")) return t.is_one_of(loop, {"while", "do"});
  const std::size_t open = t.next(loop), close = t.closing(open);
  for (std::size_t i = open; close != none && i < close; i = t.next(i))
    if (t.is(i, ";")) return t.is(t.next(i), ";");
  return false;
}

/// Where it can be seen that a `while` ends a do.
std::set<std::size_t> ends_of_do_loops(const Translation& t, Range body) {
  std::set<std::size_t> ends;
  for (std::size_t i = body.begin; i < body.end; i = t.next(i)) {
    if (!t.is(i, "do")) continue;
    const auto statement = parse_statement(t, i);
    if (statement && statement->kind == StatementKind::do_loop) ends.insert(t.previous(t.previous(statement->condition.begin)));
    else if (t.is(t.next(i), "{")) ends.insert(t.next(t.closing(t.next(i))));
  }
  return ends;
}

}  // namespace

void lower_waiting_loops(Translation& t, const std::vector<DeviceFunction>& functions) {
  const auto names = volatile_names(t);
  for (const DeviceFunction& function : functions) {
    if (!reads_volatile(t, function.body, names)) continue;
    const auto ends = ends_of_do_loops(t, function.body);
    for (std::size_t i = function.body.begin; i < function.body.end && i != none; i = t.next(i)) {
      if (!may_wait(t, i) || ends.contains(i)) continue;
      const std::size_t body = body_of(t, i);
      if (body == none || body >= function.body.end) continue;
      const std::size_t end = t.is(body, "{") ? t.closing(body) : end_of_statement(t, body);
      if (end == none || !reads_volatile(t, {i, end}, names)) continue;
      // Where the body is an outer loop's, those in it that wait have calls of their own; one more does no harm.
      if (t.is(body, "{")) t.insert_after(body, {k_poll});
      else if (t.is(body, ";")) t.replace(body, k_poll);
    }
  }
}

}  // namespace judge::lowering
