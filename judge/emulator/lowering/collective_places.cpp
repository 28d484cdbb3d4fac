#include "judge/emulator/lowering/collective_places.hpp"

#include <algorithm>
#include <vector>

#include "judge/emulator/lowering/collectives.hpp"

namespace judge::lowering {

bool has_collective(const Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i))
    if (t.is_identifier(i) && find_collective(t.token(i).text)) return true;
  return false;
}

bool hides_collective(const Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    const bool opens = opens_lambda(t, i) || (t.is(i, "(") && t.is(t.next(i), "{"));
    if (!opens) continue;
    const std::size_t body = t.is(i, "(") ? t.next(i) : lambda_body(t, t.closing(i));
    if (body != none && t.closing(body) != none && has_collective(t, {body, t.closing(body)})) return true;
  }
  return false;
}

bool has_effect_before(const Translation& t, const KernelVariables& variables, Range before) {
  std::vector<unsigned> open_assignments = {0};  // of each bracket that is open
  for (std::size_t i = before.begin; i < before.end; i = t.next(i)) {
    if (t.is_one_of(i, {"(", "[", "{"})) {
      open_assignments.push_back(0);
    } else if (t.is_one_of(i, {")", "]", "}"})) {
      if (open_assignments.size() < 2 || open_assignments.back() > 0) return true;
      open_assignments.pop_back();
    } else if (t.is(i, ",") && open_assignments.back() > 0) {
      return true;
    } else if (t.is_one_of(i, {"++", "--"})) {
      return true;
    } else if (is_assignment(t, i)) {
      ++open_assignments.back();
    } else if (t.is_identifier(i) && t.is(t.next(i), "(") && !find_collective(t.token(i).text) &&
               !variables.is_harmless_call(i)) {
      const std::size_t close = t.closing(t.next(i));
      if (close == none || close < before.end) return true;
    }
  }
  return false;
}

static bool has_parted_barrier(const Translation& t, KernelVariables& variables, const Statement& statement, bool is_parted) {
  if (statement.kind == StatementKind::for_loop) variables.assume_counter(statement);
  is_parted |= statement.condition.begin < statement.condition.end &&
               variables.dependence(statement.condition) > Dependence::round_of_loop;
  if (statement.children.empty() && is_parted)
    for (std::size_t i = statement.range.begin; i < statement.range.end; i = t.next(i))
      if (t.is_identifier(i) && t.token(i).text.starts_with("__syncthreads")) return true;
  return std::ranges::any_of(statement.children,
                             [&](const Statement& child) { return has_parted_barrier(t, variables, child, is_parted); });
}

bool has_parted_barrier(const Translation& t, KernelVariables& variables, const Statement& statement) {
  return has_parted_barrier(t, variables, statement, false);
}

}  // namespace judge::lowering
