#include <string_view>
#include <unordered_set>

#include "judge/emulator/lowering/functions.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/statements.hpp"

// A loop that reads a volatile variable may wait for another thread or block. On a GPU that one runs meanwhile; here it gets its turn
// in a call that each round makes, as in atomic reads. The call does nothing that the code could see.
namespace judge::lowering {

namespace {

constexpr const char* k_poll = " ::judge_emulated::count_poll();";
constexpr const char* k_poll_in_expression = "::judge_emulated::count_poll()";

/// What the unit calls volatile: variables, types, and functions that read some.
class VolatileNames {
 public:
  explicit VolatileNames(const Translation& translation) : t(translation) {
    for (std::size_t i = 0; i < t.size(); ++i)
      if (is_volatile(i)) add_declared(t.next(i));
    const std::vector<Function> functions = find_functions(t);
    for (std::size_t before = m_names.size() + 1; before != m_names.size();) {
      before = m_names.size();
      for (const std::string_view type : m_types) add_declared_as(type);
      for (const Function& function : functions)
        if (!function.name.empty() && are_read({function.parameters.begin, function.body.end})) m_names.insert(function.name);
    }
  }

  bool are_read(Range range) const {
    for (std::size_t i = range.begin; i < range.end; ++i)
      if (is_volatile(i) || (t.is_identifier(i) && m_names.contains(t.token(i).text))) return true;
    return false;
  }

 private:
  bool is_volatile(std::size_t i) const { return t.is(i, "volatile") && !t.is_one_of(t.previous(i), {"asm", "__asm__"}); }

  /// The name behind a type, of which the tokens from `at` on are a part.
  void add_declared(std::size_t at) {
    constexpr int most_tokens_of_a_type = 8;
    const std::size_t first = at;
    for (int k = 0; k < most_tokens_of_a_type && at != none; ++k, at = t.next(at)) {
      if (!t.is_identifier(at) && !t.is_one_of(at, {"*", "&", "<", ">", "::"})) break;
      if (!t.is_identifier(at) || !t.is_one_of(t.next(at), {";", ",", "=", ")", "[", "{"})) continue;
      m_names.insert(t.token(at).text);
      if (t.is(t.next(at), ";") && is_type_definition(first)) m_types.insert(t.token(at).text);
    }
    // using name = volatile int;
    for (at = t.previous(first); t.is_identifier(at); at = t.previous(at)) {
    }
    if (t.is(at, "=") && t.is(t.previous(t.previous(at)), "using")) m_types.insert(t.token(t.previous(at)).text);
  }

  bool is_type_definition(std::size_t i) const {
    for (; i != none && !t.is_one_of(i, {";", "{", "}", "("}); i = t.previous(i))
      if (t.is(i, "typedef")) return true;
    return false;
  }

  void add_declared_as(std::string_view type) {
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t.is(i, type) && (t.is_identifier(t.next(i)) || t.is_one_of(t.next(i), {"*", "&"}))) add_declared(t.next(i));
  }

  const Translation& t;
  std::unordered_set<std::string_view> m_names, m_types;
};

/// The statement behind the parentheses of a while or a for, or behind a do.
std::size_t body_of(const Translation& t, std::size_t loop) {
  return t.is(loop, "do") ? t.next(loop) : t.next(t.closing(t.next(loop)));
}

/// Does it go on until something happens in it? A `for` that compares its own variables counts.
bool may_wait(const Translation& t, std::size_t loop, const VolatileNames& names) {
  if (!t.is(loop, "for")) return t.is_one_of(loop, {"while", "do"});
  const std::size_t open = t.next(loop), close = t.closing(open);
  for (std::size_t i = open; close != none && i < close; i = t.next(i)) {
    if (!t.is(i, ";")) continue;
    const std::size_t end = end_of_statement(t, t.next(i));
    return t.is(t.next(i), ";") || (end != none && names.are_read({i, end}));
  }
  return false;
}

/// Where it can be seen that a `while` ends a do: its place, by that of the do.
std::size_t end_of_do_loop(const Translation& t, std::size_t loop) {
  const auto statement = parse_statement(t, loop);
  if (statement && statement->kind == StatementKind::do_loop) return t.previous(t.previous(statement->condition.begin));
  return t.is(t.next(loop), "{") ? t.next(t.closing(t.next(loop))) : none;
}

std::unordered_set<std::size_t> ends_of_do_loops(const Translation& t, Range body) {
  std::unordered_set<std::size_t> ends;
  for (std::size_t i = body.begin; i < body.end; i = t.next(i))
    if (t.is(i, "do")) ends.insert(end_of_do_loop(t, i));
  return ends;
}

/// Behind the loop; `none` if that cannot be told.
std::size_t end_of_loop(const Translation& t, std::size_t loop, std::size_t body) {
  if (const auto statement = parse_statement(t, loop); statement && statement->range.end != none) return statement->range.end;
  return t.is(body, "{") ? t.closing(body) : end_of_statement(t, body);
}

/// Its body is one statement, without braces.
bool poll_in_parentheses(Translation& t, std::size_t loop) {
  const std::size_t keyword = t.is(loop, "do") ? end_of_do_loop(t, loop) : loop;
  const std::size_t open = keyword == none ? none : t.next(keyword), close = t.is(open, "(") ? t.closing(open) : none;
  if (close == none) return false;
  if (t.is(loop, "for")) {
    const bool has_step = !t.is(t.previous(close), ";");
    t.insert_before(close, {std::string(has_step ? ", " : " ") + k_poll_in_expression});
    return true;
  }
  const std::size_t first = t.next(open);
  if (t.is_identifier(first) && t.is_identifier(t.next(first))) return false;  // declares something
  t.insert_after(open, {std::string(k_poll_in_expression) + ","});
  return true;
}

bool poll_in_loop(Translation& t, std::size_t loop, std::size_t body) {
  // Where the body is an outer loop's, those in it that wait have calls of their own; one more does no harm.
  if (t.is(body, "{")) t.insert_after(body, {k_poll});
  else if (t.is(body, ";")) t.replace(body, k_poll);
  else return poll_in_parentheses(t, loop);
  return true;
}

/// The label of a goto that jumps back to before it; `none` if it is none.
std::size_t label_before(const Translation& t, Range body, std::size_t jump) {
  const std::string_view name = t.token(t.next(jump)).text;
  for (std::size_t i = body.begin; i < jump; i = t.next(i))
    if (t.is_identifier(i) && t.token(i).text == name && t.is(t.next(i), ":") && !t.is(t.previous(i), "?")) return i;
  return none;
}

}  // namespace

Polls lower_waiting_loops(Translation& t, const std::vector<DeviceFunction>& functions) {
  const VolatileNames names(t);
  Polls polls;
  for (const DeviceFunction& function : functions) {
    if (!names.are_read(function.body)) continue;
    const auto ends = ends_of_do_loops(t, function.body);
    for (std::size_t i = function.body.begin; i < function.body.end && i != none; i = t.next(i)) {
      if (t.is(i, "goto") && t.is(t.next(t.next(i)), ";")) {
        const std::size_t label = label_before(t, function.body, i);
        if (label == none || !names.are_read({label, i})) continue;
        t.insert_before(i, {std::string("{") + k_poll});
        t.insert_after(t.next(t.next(i)), {"}"});
        polls.insert(i);
        continue;
      }
      if (!may_wait(t, i, names) || ends.contains(i)) continue;
      const std::size_t body = body_of(t, i);
      if (body == none || body >= function.body.end) continue;
      const std::size_t end = end_of_loop(t, i, body);
      if (end == none || !names.are_read({i, end})) continue;
      if (poll_in_loop(t, i, body)) polls.insert(i);
    }
  }
  return polls;
}

}  // namespace judge::lowering
