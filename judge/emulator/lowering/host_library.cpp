#include "judge/emulator/lowering/host_library.hpp"

#include <fmt/format.h>

#include <array>

#include "judge/emulator/lowering/statements.hpp"
#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 3> streams = {"cout", "cerr", "clog"};
constexpr std::array<std::string_view, 12> functions = {"stable_sort", "inplace_merge", "random_shuffle", "shuffle",
                                                        "make_shared", "make_unique",   "to_string",      "stoi",
                                                        "exit",        "abort",         "rand",           "srand"};
constexpr std::array<std::string_view, 33> functions_before_cpp20 = {
    "swap",        "sort",          "partial_sort", "nth_element", "reverse",   "rotate",    "fill",
    "fill_n",      "copy",          "copy_n",       "transform",   "for_each",  "iota",      "iter_swap",
    "swap_ranges", "generate",      "replace",      "partial_sum", "make_heap", "push_heap", "pop_heap",
    "accumulate",  "inner_product", "find",         "count",       "count_if",  "any_of",    "lower_bound",
    "upper_bound", "binary_search", "unique",       "equal",       "reduce"};
/// Their constructors or destructors run on the host.
constexpr std::array<std::string_view, 9> types = {
    "deque", "queue", "stack", "priority_queue", "function", "mt19937", "default_random_engine", "random_device", "valarray"};
constexpr std::array<std::string_view, 2> types_before_cpp20 = {"vector", "string"};
/// Nothing is wrong with them until somebody uses them.
constexpr std::array<std::string_view, 5> containers = {"map", "unordered_map", "set", "unordered_set", "list"};

}  // namespace

HostLibrary::HostLibrary(const Translation& translation, CppStandard standard)
    : t(translation), m_is_cpp20(standard == CppStandard::cpp20) {
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is(i, "namespace")) continue;
    const std::size_t name = t.next(i);
    const bool is_opened = t.is(t.previous(i), "using"), is_std = t.is(name, "std");
    if (!is_opened) m_is_std_the_users |= is_std;
    else if (is_std && t.is(t.next(name), ";")) m_opens_std = true;
    else m_opens_others = true;
  }
}

std::size_t HostLibrary::name_at(std::size_t i) const {
  if (m_is_std_the_users || !t.is_identifier(i)) return none;
  const std::size_t before = t.previous(i);
  if (t.is(i, "std") && t.is(t.next(i), "::")) {
    const bool is_global = !t.is(before, "::") || !(t.is_identifier(t.previous(before)) || t.is(t.previous(before), ">"));
    return is_global && t.is_identifier(t.next(t.next(i))) ? t.next(t.next(i)) : none;
  }
  return m_opens_std && !m_opens_others && is_name(t, i) && !may_be_the_users(i) ? i : none;
}

/// Does the word stand anywhere as a name that is declared?
bool HostLibrary::may_be_the_users(std::size_t name) const {
  const std::string_view word = t.token(name).text;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is(i, word)) continue;
    const std::size_t before = t.previous(i);
    if (t.is_identifier(before) && !t.is_one_of(before, {"return", "else", "const", "do"})) return true;
    if (t.is_one_of(before, {">", "*", "&", "::", "~", "&&"}) && !(t.is(before, "::") && t.is(t.previous(before), "std")))
      return true;
  }
  return false;
}

bool HostLibrary::is_one_statement(std::size_t i) const {
  std::size_t before = t.previous(i);
  if (t.is(before, "const")) before = t.previous(before);
  return t.is_one_of(before, {";", "{", "}"});
}

/// `v` in `std::vector<float> v`; `none` if the type is used otherwise.
std::size_t HostLibrary::variable_behind(std::size_t name) const {
  std::size_t after = t.next(name);
  if (t.is(after, "<")) after = t.closing_angle(after) == none ? none : t.next(t.closing_angle(after));
  return t.is_identifier(after) && t.is_one_of(t.next(after), {";", "(", "{", "=", ","}) ? after : none;
}

bool HostLibrary::defines_variable(std::size_t i, std::size_t name) const {
  return is_one_statement(i) && variable_behind(name) != none;
}

bool HostLibrary::is_accessed(std::size_t variable, Range body) const {
  for (std::size_t i = t.next(variable); i < body.end; i = t.next(i))
    if (t.is(i, t.token(variable).text) && is_name(t, i) && t.is_one_of(t.next(i), {".", "["})) return true;
  return false;
}

std::string HostLibrary::use_at(std::size_t i, Range body) const {
  const std::size_t name = name_at(i);
  if (name == none) return {};
  const std::string_view word = t.token(name).text;
  const std::size_t after = t.next(name);
  if (contains(streams, word) && t.is_one_of(after, {"<<", "."}))
    return fmt::format("uses std::{}, which is the host's: device code has printf()", word);
  const bool is_made = t.is(after, "<") && (word == "make_shared" || word == "make_unique");
  const bool is_called =
      t.is(after, "(") && (contains(functions, word) || (!m_is_cpp20 && contains(functions_before_cpp20, word)));
  if (is_made || is_called) return fmt::format("calls std::{}(), a function of the host's", word);
  if (!defines_variable(i, name)) return {};
  if (contains(types, word) || (!m_is_cpp20 && contains(types_before_cpp20, word)) ||
      (contains(containers, word) && is_accessed(variable_behind(name), body)))
    return fmt::format("uses std::{}, which is the host's: device code has arrays", word);
  return {};
}

}  // namespace judge::lowering
