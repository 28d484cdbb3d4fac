#include "judge/emulator/lowering/collectives.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "judge/emulator/lowering/functions.hpp"
#include "judge/emulator/lowering/statements.hpp"

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

}  // namespace

bool is_waiting_name(std::string_view name) {
  if (find_collective(name)) return true;
  for (const std::string_view other :
       {"__activemask", "__nanosleep", "cooperative_groups", "cub", "nvcuda", "wmma", "cuda", "asm", "__asm__", "__asm",
        "setjmp", "cudaGridDependencySynchronize", "cudaTriggerProgrammaticLaunchCompletion"})
    if (name == other) return true;
  return name.starts_with("__match_") || name.starts_with("__reduce_") || name.starts_with("__pipeline") ||
         name.starts_with("__shfl") || name.starts_with("__cluster") || name.starts_with("__sync") ||
         name.starts_with("__barrier_sync");
}

const Collective* find_collective(std::string_view name) {
  for (const Collective& collective : collectives)
    if (collective.name == name) return &collective;
  return nullptr;
}

namespace {

bool is_atomic(std::string_view name) { return name.starts_with("atomic"); }

/// What stands where another thread's write may be awaited.
bool watches(const Translation& t, std::size_t i) {
  if (!t.is_identifier(i)) return false;
  const std::string_view text = t.token(i).text;
  return t.is_one_of(i, {"volatile", "atomic_ref", "__nanosleep"}) || text.starts_with("atomicCAS") ||
         text.starts_with("atomicExch") || text.starts_with("__threadfence");
}

}  // namespace

/// Does each round of the loop meet a barrier of the block? Then its threads are together there, and none waits for another one alone.
bool meets_at_barrier(const Translation& t, std::size_t loop) {
  const std::optional<Statement> statement = parse_statement(t, loop);
  for (std::size_t i = loop; statement && i < statement->range.end; i = t.next(i)) {
    const Collective* const collective = t.is_identifier(i) ? find_collective(t.token(i).text) : nullptr;
    if (collective && collective->is_barrier) return true;
  }
  return false;
}

/// By name: those that hold an atomic or a volatile access, or call one that does; and those of them that watch.
void WaitingFunctions::find_readers(const Translation& t, const std::vector<Function>& functions) {
  const auto look = [&](const Function& function) {
    bool changed = false;
    const auto note = [&](auto& names, bool holds) { changed |= holds && names.insert(function.name).second; };
    for (std::size_t i = function.parameters.begin; i < function.body.end; i = t.next(i)) {
      if (!t.is_identifier(i)) continue;
      const std::string_view text = t.token(i).text;
      note(m_readers, watches(t, i) || is_atomic(text) || m_readers.contains(text));
      note(m_watchers, watches(t, i) || m_watchers.contains(text));
    }
    return changed;
  };
  for (bool changed = true; changed;) {
    changed = false;
    for (const Function& function : functions) changed |= !function.name.empty() && look(function);
  }
}

bool WaitingFunctions::may_poll(const Translation& t, Range range) const {
  for (const std::size_t loop : m_polls)
    if (loop >= range.begin && loop < range.end && !meets_at_barrier(t, loop)) return true;
  bool loops = false, may_watch = false;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (t.is(i, "while") || t.is(i, "for")) {
      const std::size_t open = t.next(i), close = t.is(open, "(") ? t.closing(open) : none;
      const std::size_t first = t.is(i, "while") ? open : end_of_statement(t, t.next(open));
      loops |= t.is(i, "while") || t.is(t.next(open), ";");
      // A condition that reads memory may be waiting for what another thread writes.
      for (std::size_t j = first; j < close && close != none; j = t.next(j)) {
        if (t.is_identifier(j) && (is_atomic(t.token(j).text) || m_readers.contains(t.token(j).text))) return true;
        const std::size_t before = t.previous(j);
        const bool is_product =
            t.is_identifier(before) || t.token(before).kind == TokenKind::number || t.is(before, ")") || t.is(before, "]");
        loops |= t.is(j, "[") || t.is(j, "->") || (t.is(j, "*") && !is_product);
      }
    }
    loops |= t.is(i, "goto");
    may_watch |= watches(t, i) || (t.is_identifier(i) && m_watchers.contains(t.token(i).text));
  }
  return loops && may_watch;
}

namespace {

/// Not declared, and no other name for a namespace: `namespace cg = cooperative_groups;`, `cg::grid_group grid`.
bool is_used(const Translation& t, std::size_t i) {
  return !declares_function(t, i) && !t.is(t.next(i), "::") && !t.is(t.previous(i), "namespace");
}

/// The names of functions that no device code calls: kernels, and what launches kernels.
std::unordered_set<std::string_view> kernels_and_launchers(const Translation& t, const std::vector<Function>& functions) {
  std::unordered_set<std::string_view> names, others;
  for (const Function& function : functions) {
    std::size_t begin = t.previous(t.previous(function.parameters.begin));  // its name
    while (begin != none && !t.is_one_of(begin, {";", "}", "{", "__global__"})) begin = t.previous(begin);
    bool is_of_host = t.is(begin, "__global__");
    for (std::size_t i = function.body.begin; i < function.body.end && !is_of_host; i = t.next(i)) is_of_host = t.is(i, "<<<");
    (is_of_host ? names : others).insert(function.name);
  }
  for (const std::string_view name : others) names.erase(name);
  return names;
}

}  // namespace

WaitingFunctions::WaitingFunctions(const Translation& t, const Polls& polls) : m_polls(polls) {
  const std::vector<Function> functions = find_functions(t);
  find_readers(t, functions);
  // What stands in no function and makes threads wait.
  const std::vector<Range> outside = outside_functions(t, functions);
  m_is_unclear = std::ranges::any_of(outside, [&](Range range) { return has_one_of(range, m_polls); });
  for (const Range range : outside)
    for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
      if (!t.is_identifier(i) || !is_waiting_name(t.token(i).text)) continue;
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
  const std::unordered_set<std::string_view> of_host = kernels_and_launchers(t, functions);
  for (bool changed = true; changed && !m_is_unclear;) {
    changed = false;
    for (const Function& function : functions) {
      if (m_names.contains(function.name) || !waits(function.body)) continue;
      if (function.name.empty()) m_is_unclear = true;
      changed |= m_names.insert(function.name).second;
    }
    // Called where members or arguments get their values, or put into a table: we cannot tell by whom.
    for (const Range range : outside)
      for (std::size_t i = range.begin; i < range.end; i = t.next(i))
        if (t.is_identifier(i) && m_names.contains(t.token(i).text) && !of_host.contains(t.token(i).text) && is_used(t, i))
          m_is_unclear = true;
  }
}

bool WaitingFunctions::contains(std::string_view name) const {
  return m_is_unclear || is_waiting_name(name) || m_names.contains(name);
}

}  // namespace judge::lowering
