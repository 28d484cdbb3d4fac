#include "judge/emulator/lowering/collectives.hpp"

#include <array>
#include <vector>

namespace judge::lowering {

namespace {

constexpr std::array<Collective, 13> collectives = {{
    {"__syncthreads", "sync", true, false, ""},
    {"__syncthreads_count", "count", true, false, "int"},
    {"__syncthreads_and", "all", true, false, "int"},
    {"__syncthreads_or", "any", true, false, "int"},
    {"__syncwarp", "sync", false, false, ""},
    {"__shfl_sync", "shuffle", false, true, ""},
    {"__shfl_up_sync", "shuffle_up", false, true, ""},
    {"__shfl_down_sync", "shuffle_down", false, true, ""},
    {"__shfl_xor_sync", "shuffle_xor", false, true, ""},
    {"__ballot_sync", "ballot", false, false, "unsigned"},
    {"__any_sync", "any", false, false, "int"},
    {"__all_sync", "all", false, false, "int"},
    {"__match_any_sync", "match_any", false, false, "unsigned"},
}};

/// Names of functions and libraries that make threads wait.
bool is_waiting_name(std::string_view name) {
  if (find_collective(name)) return true;
  for (const std::string_view other : {"__activemask", "__nanosleep", "cooperative_groups", "cub", "nvcuda", "wmma",
                                       "cuda", "asm", "__asm__", "__asm", "setjmp"})
    if (name == other) return true;
  return name.starts_with("__match_") || name.starts_with("__reduce_") || name.starts_with("__pipeline") ||
         name.starts_with("__shfl") || name.starts_with("__sync");
}

struct Function {
  std::string_view name;     ///< empty: an operator, or something else that is called without being named
  Range body;
};

bool is_keyword_with_parentheses(const Translation& t, std::size_t i) {
  for (const std::string_view word : {"if", "for", "while", "switch", "catch", "constexpr"})
    if (t.is(i, word)) return true;
  return false;
}

/// The name of the function whose body opens at `brace`; `none` if no function's does.
std::size_t name_of_function(const Translation& t, std::size_t brace) {
  std::size_t i = t.previous(brace);
  while (i != none && (t.is(i, "const") || t.is(i, "noexcept") || t.is(i, "override") || t.is(i, "final") ||
                       t.is(i, "mutable")))
    i = t.previous(i);
  if (!t.is(i, ")")) return none;
  const std::size_t open = t.opening(i), name = open == none ? none : t.previous(open);
  if (name == none || is_keyword_with_parentheses(t, name)) return none;
  return name;
}

/// What callers of the function have to write; empty if they need not name it.
std::string_view callable_name(const Translation& t, std::size_t name) {
  const bool is_constructor_with_initialisers = t.is(t.previous(name), ":") || t.is(t.previous(name), ",");
  return t.is_identifier(name) && !is_constructor_with_initialisers ? t.token(name).text : std::string_view{};
}

}  // namespace

const Collective* find_collective(std::string_view name) {
  for (const Collective& collective : collectives)
    if (collective.name == name) return &collective;
  return nullptr;
}

bool WaitingFunctions::may_poll(const Translation& t, Range range) {
  bool loops = false, watches = false;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (t.is(i, "while")) {
      loops = true;
      const std::size_t close = t.is(t.next(i), "(") ? t.closing(t.next(i)) : none;
      for (std::size_t j = i; j < close && close != none; j = t.next(j))
        if (t.is_identifier(j) && t.token(j).text.starts_with("atomic")) return true;
    }
    loops |= t.is(i, "for") && t.is(t.next(i), "(") && t.is(t.next(t.next(i)), ";");
    watches |= t.is(i, "volatile") || t.is(i, "atomic_ref") || t.is(i, "__nanosleep");
    if (t.is_identifier(i)) {
      const std::string_view text = t.token(i).text;
      watches |= text.starts_with("atomicCAS") || text.starts_with("atomicExch") || text.starts_with("__threadfence");
    }
  }
  return loops && watches;
}

namespace {

/// The functions that stand in no other function.
struct Outline {
  std::vector<Function> functions;
  std::vector<std::size_t> outside;     ///< identifiers of things that make threads wait, in no function
};

Outline find_functions(const Translation& t) {
  Outline outline;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t.is_identifier(i) && is_waiting_name(t.token(i).text)) outline.outside.push_back(i);
    if (!t.is(i, "{")) continue;
    const std::size_t name = name_of_function(t, i), close = name == none ? none : t.closing(i);
    if (close == none) continue;
    outline.functions.push_back({callable_name(t, name), {i, close}});
    i = close;
  }
  return outline;
}

}  // namespace

WaitingFunctions::WaitingFunctions(const Translation& t) {
  const Outline outline = find_functions(t);
  for (const std::size_t i : outline.outside) {
    // namespace NAME = cooperative_groups; anything else we cannot follow.
    const std::size_t alias = t.previous(t.previous(i));
    if (t.is(t.previous(i), "=") && t.is(t.previous(alias), "namespace")) m_names.insert(t.token(alias).text);
    else m_is_unclear = true;
  }
  const auto waits = [&](Range range) {
    for (std::size_t i = range.begin; i < range.end; i = t.next(i))
      if (t.is_identifier(i) && (is_waiting_name(t.token(i).text) || m_names.contains(t.token(i).text))) return true;
    return may_poll(t, range);
  };
  for (bool changed = true; changed && !m_is_unclear;) {
    changed = false;
    for (const Function& function : outline.functions) {
      if (m_names.contains(function.name) || !waits(function.body)) continue;
      if (function.name.empty()) m_is_unclear = true;
      changed |= m_names.insert(function.name).second;
    }
  }
}

bool WaitingFunctions::contains(std::string_view name) const {
  return m_is_unclear || is_waiting_name(name) || m_names.contains(name);
}

}  // namespace judge::lowering
