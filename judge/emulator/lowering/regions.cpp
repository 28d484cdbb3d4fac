#include "judge/emulator/lowering/regions.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "judge/emulator/lowering/collective_places.hpp"

namespace judge::lowering {

namespace {

class Builder {
 public:
  Builder(const Translation& translation, KernelVariables& variables) : t(translation), m_variables(variables) {}

  std::optional<SplitKernel> build(const Statement& body) {
    m_scope_end = body.range.end;
    place(make_region());
    if (!add(body)) return std::nullopt;
    m_region->end = RegionEnd::finish;
    m_kernel.slots = m_slots;
    return std::move(m_kernel);
  }

 private:
  struct Loop {
    const Region *next_round, *after;
    std::size_t counter = none;  // the same for all threads: none may begin another round alone, or come back
  };

  // Regions are numbered in the order of the source, in which they are placed.
  Region* make_region() {
    m_made.push_back(std::make_unique<Region>());
    return m_made.back().get();
  }
  void place(Region* region) {
    const auto owner = std::ranges::find_if(m_made, [&](const auto& one) { return one.get() == region; });
    region->id = static_cast<unsigned>(m_kernel.regions.size());
    m_kernel.regions.push_back(std::move(*owner));
    m_made.erase(owner);
    m_region = region;
  }
  /// Ends the region and goes on in `next`.
  void go_to(Region* next) {
    m_region->end = RegionEnd::go;
    m_region->target = next;
    place(next);
  }
  /// A region whose threads all reach its end.
  void need_arrivals() {
    if (m_region->has_departures) go_to(make_region());
  }

  void append(CodeElement element) {
    m_region->guard = {};
    m_region->code.push_back(std::move(element));
  }
  void append(Range range) { append(CodeElement{range}); }
  void append(std::string text) { append(CodeElement{std::move(text)}); }

  bool add(const Statement& statement) {
    if (statement.kind == StatementKind::simple) return add_simple(statement.range);
    if (!has_collective(t, statement.range)) return add_whole(statement);
    switch (statement.kind) {
      case StatementKind::compound: return add_compound(statement);
      case StatementKind::conditional: return add_conditional(statement);
      case StatementKind::for_loop: return add_for(statement);
      case StatementKind::while_loop: return add_while(statement);
      case StatementKind::do_loop: return add_do(statement);
      default: return false;
    }
  }

  bool add_compound(const Statement& statement) {
    const std::size_t outer = std::exchange(m_scope_end, statement.range.end);
    for (const Statement& child : statement.children)
      if (!add(child)) return false;
    m_scope_end = outer;
    return true;
  }

  /// A statement without collectives. Jumps out of it become departures.
  bool add_whole(const Statement& statement) {
    struct Context {
      bool in_loop = false, in_selection = false;
    };
    std::size_t written = statement.range.begin;
    const auto depart = [&](const Statement& jump, const Region* target) {
      append(Range{written, jump.range.begin});
      append(CodeElement{Departure{target}});
      m_region->has_departures = true;
      written = jump.range.end;
    };
    const auto visit = [&](const auto& self, const Statement& at, Context context) -> bool {
      if (at.kind == StatementKind::unknown && !is_loop_over_range(at)) return false;
      if (at.kind == StatementKind::leaves_function) depart(at, nullptr);
      const bool leaves = at.kind == StatementKind::leaves_loop && !context.in_loop && !context.in_selection;
      const bool repeats = at.kind == StatementKind::next_round && !context.in_loop;
      if (leaves || repeats) {
        if (m_loops.empty()) return false;
        depart(at, leaves ? m_loops.back().after : m_loops.back().next_round);
      }
      context.in_selection |= at.kind == StatementKind::selection;
      context.in_loop |= at.kind == StatementKind::for_loop || at.kind == StatementKind::while_loop ||
                         at.kind == StatementKind::do_loop || at.kind == StatementKind::unknown;
      return std::ranges::all_of(at.children, [&](const Statement& child) { return self(self, child, context); });
    };
    const bool is_first = !does_something(m_region->code);
    if (!visit(visit, statement, {})) return false;
    append(Range{written, statement.range.end});
    m_region->guard = is_first && written == statement.range.begin ? guard_of(statement) : Range{};
    if (m_region->guard.begin < m_region->guard.end) m_region->guarded = statement.children[0].range;
    return true;
  }

  /// The condition of an if without else, if it has no effect and reads no memory.
  Range guard_of(const Statement& statement) const {
    const bool is_guard = statement.kind == StatementKind::conditional && statement.children.size() == 1 &&
                          !t.is(t.next(statement.range.begin), "constexpr") &&
                          m_variables.dependence(statement.condition) == Dependence::thread;
    return is_guard ? statement.condition : Range{};
  }

  /// Declarations of what is computed where it is needed do nothing.
  bool does_something(const Code& code) const {
    return std::ranges::any_of(code, [&](const CodeElement& element) {
      const auto* const point = std::get_if<DeclarationPoint>(&element.value);
      return !point || std::ranges::any_of(point->variables, [&](std::size_t index) {
        return m_variables.all()[index].kind == VariableKind::per_thread;
      });
    });
  }

  bool is_loop_over_range(const Statement& statement) const {
    return t.is(statement.range.begin, "for") && !statement.children.empty();
  }

  bool add_simple(Range range) {
    const std::size_t first = range.begin;
    if (t.is(first, ";")) return true;
    if (is_declaration(t, first)) return add_declaration(range);
    Code code;
    if (!lower_collectives(range, code)) return false;
    const bool is_done = code.size() == 1 && is_semicolon(code.front());  // it was a lone __syncthreads();
    if (is_done) return true;
    for (CodeElement& element : code) append(std::move(element));
    return true;
  }

  bool is_semicolon(const CodeElement& element) const {
    const auto* const range = std::get_if<Range>(&element.value);
    return range && t.is(range->begin, ";");
  }

  bool add_declaration(Range range) {
    const std::vector<std::size_t> added = m_variables.declare(range, m_scope_end);
    if (added.empty()) return false;
    // What is declared behind others may read what they hold, and collectives come before all of them.
    for (std::size_t k = 1; k < added.size(); ++k)
      if (has_collective(t, m_variables.all()[added[k]].initialiser)) return false;
    const Variable& first = m_variables.all()[added.front()];
    if (first.kind == VariableKind::hoisted) {
      m_kernel.hoisted.push_back(range);
      return !has_collective(t, range);
    }
    DeclarationPoint point{range, added, {}, has_collective(t, range)};
    for (const std::size_t index : added) {
      point.initialisers.emplace_back();
      if (!lower_collectives(m_variables.all()[index].initialiser, point.initialisers.back())) return false;
    }
    append(CodeElement{std::move(point)});
    return true;
  }

  /// Puts each collective of an expression at the end of a region of its own, before the rest; `code` is the expression
  /// with the answers in their places.
  bool lower_collectives(Range range, Code& code) {
    std::size_t written = range.begin;
    bool is_conditional = false;
    if (has_collective(t, range) && hides_collective(t, range)) return false;
    for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
      is_conditional |= t.is(i, "?") || t.is(i, "&&") || t.is(i, "||");
      const Collective* const collective = t.is_identifier(i) ? find_collective(t.token(i).text) : nullptr;
      if (!collective) continue;
      const std::size_t open = t.next(i), close = t.is(open, "(") ? t.closing(open) : none;
      if (close == none || close >= range.end || is_conditional || !t.is_unchanged(i)) return false;
      if (has_effect_before(t, m_variables, {range.begin, i})) return false;
      if (written < i) code.push_back({Range{written, i}});
      if (!add_collective(*collective, i, split_at_commas(t, {t.next(open), close}), code)) return false;
      written = close + 1;
      i = close;
    }
    if (written < range.end) code.push_back({Range{written, range.end}});
    return true;
  }

  bool add_collective(const Collective& collective, std::size_t place_of_call, const std::vector<Range>& arguments,
                      Code& code) {
    const bool has_value = collective.is_barrier ? collective.has_answer() : collective.name != "__syncwarp";
    const std::size_t fewest = has_value + !collective.is_barrier * has_value + collective.has_lane_argument;
    const std::size_t most = fewest + (collective.has_lane_argument || collective.name == "__syncwarp");
    if (arguments.size() < fewest || arguments.size() > most) return false;
    Code value;
    if (has_value && !lower_collectives(arguments[collective.is_barrier ? 0 : 1], value)) return false;
    need_arrivals();
    Region& region = *m_region;
    region.collective = &collective;
    region.line = t.token(place_of_call).line;
    if (!collective.is_barrier || collective.has_answer()) region.slot = m_slots++;
    region.operand = value;
    region.is_uniform = true;
    const auto set = [&](Code& to, std::size_t index) {
      if (index >= arguments.size()) return true;
      to.push_back({arguments[index]});
      region.is_uniform &= m_variables.dependence(arguments[index]) <= Dependence::round_of_loop;
      return !has_collective(t, arguments[index]);
    };
    if (!collective.is_barrier && !set(region.mask, 0)) return false;
    if (collective.has_lane_argument && (!set(region.argument, 2) || !set(region.width, 3))) return false;
    Region* const next = make_region();
    region.end = RegionEnd::collective;
    region.target = next;
    place(next);
    if (collective.has_answer()) add_answer(collective, region.slot, std::move(value), code);
    return true;
  }

  static void add_answer(const Collective& collective, unsigned slot, Code value, Code& code) {
    const std::string place = "(judge_slot" + std::to_string(slot) + ", judge_thread)";
    if (!collective.answer.empty()) {
      code.push_back({"judge_split.template answer<" + std::string(collective.answer) + ">" + place});
      return;
    }
    code.push_back({"judge_split.template answer<::judge_emulated::Decayed<decltype("});
    std::ranges::move(value, std::back_inserter(code));
    code.push_back({")>>" + place});
  }

  /// Ends the region with a choice between two others by the condition.
  bool branch(Range condition, const Region* target, const Region* other) {
    Code operand;
    if (!lower_collectives(condition, operand)) return false;
    const bool is_uniform = !has_collective(t, condition) && m_variables.dependence(condition) <= Dependence::round_of_loop;
    if (is_uniform) need_arrivals();
    m_region->end = is_uniform ? RegionEnd::choose : RegionEnd::branch;
    m_region->operand = std::move(operand);
    m_region->target = target;
    m_region->other = other;
    return true;
  }

  bool add_conditional(const Statement& statement) {
    Region* const then = make_region();
    Region* const otherwise = statement.children.size() > 1 ? make_region() : nullptr;
    Region* const after = make_region();
    if (!branch(statement.condition, then, otherwise ? otherwise : after)) return false;
    place(then);
    if (!add(statement.children[0])) return false;
    if (otherwise) {
      m_region->end = RegionEnd::go;
      m_region->target = after;
      place(otherwise);
      if (!add(statement.children[1])) return false;
    }
    go_to(after);
    return true;
  }

  bool add_for(const Statement& statement) {
    const std::size_t outer = std::exchange(m_scope_end, statement.range.end);
    const Statement& rounds = statement.children[0];
    const bool is_gone_through_together = !ends_rounds(rounds, false, false) && !has_parted_barrier(t, m_variables, rounds);
    m_variables.forget_assumptions();
    const bool has_counter = is_gone_through_together && m_variables.declare_counter(statement);
    Region *const header = make_region(), *const body = make_region(), *const step = make_region(),
                  *const after = make_region();
    if (has_counter) {
      const std::size_t counter = m_variables.all().size() - 1;
      need_arrivals();
      m_region->counter_code = counter_start(counter);
      m_region->counter = counter;
      m_region->loop_begin = header;
      m_region->loop_end = after;
    } else if (statement.initialiser.begin < statement.initialiser.end &&
               !add_simple({statement.initialiser.begin, statement.initialiser.end + 1})) {
      return false;
    }
    go_to(header);
    m_loops.push_back({step, after, has_counter ? m_variables.all().size() - 1 : none});
    if (statement.condition.begin < statement.condition.end) {
      if (!branch(statement.condition, body, after)) return false;
      place(body);
    } else {
      go_to(body);
    }
    if (!add(statement.children[0])) return false;
    go_to(step);
    if (has_counter) {
      step->counter_code.push_back({statement.step});
      step->counter_code.push_back({std::string(";")});
      step->counter = m_loops.back().counter;
      step->loop_begin = header;
      step->loop_end = after;
    } else if (statement.step.begin < statement.step.end) {
      Code code;
      if (!lower_collectives(statement.step, code)) return false;
      for (CodeElement& element : code) append(std::move(element));
      append(std::string(";"));
    }
    m_region->end = RegionEnd::go;
    m_region->target = header;
    m_loops.pop_back();
    place(after);
    m_scope_end = outer;
    return true;
  }

  /// Does a statement of a loop's body go on to the next round, or leave a loop that may be come back to?
  bool ends_rounds(const Statement& statement, bool in_loop, bool in_selection) const {
    if (statement.kind == StatementKind::next_round && !in_loop) return true;
    if (statement.kind == StatementKind::leaves_loop && !in_loop && !in_selection && !m_loops.empty()) return true;
    in_selection |= statement.kind == StatementKind::selection;
    in_loop |= statement.kind == StatementKind::for_loop || statement.kind == StatementKind::while_loop ||
               statement.kind == StatementKind::do_loop;
    return std::ranges::any_of(statement.children,
                               [&](const Statement& child) { return ends_rounds(child, in_loop, in_selection); });
  }

  /// name = value;
  Code counter_start(std::size_t index) const {
    const Variable& counter = m_variables.all()[index];
    Code code;
    code.push_back({Range{counter.place, counter.initialiser.end}});
    code.push_back({std::string(";")});
    return code;
  }

  bool add_while(const Statement& statement) {
    Region *const header = make_region(), *const body = make_region(), *const after = make_region();
    go_to(header);
    m_loops.push_back({header, after});
    if (!branch(statement.condition, body, after)) return false;
    place(body);
    if (!add(statement.children[0])) return false;
    m_region->end = RegionEnd::go;
    m_region->target = header;
    m_loops.pop_back();
    place(after);
    return true;
  }

  bool add_do(const Statement& statement) {
    Region *const body = make_region(), *const test = make_region(), *const after = make_region();
    go_to(body);
    m_loops.push_back({test, after});
    if (!add(statement.children[0])) return false;
    go_to(test);
    if (!branch(statement.condition, body, after)) return false;
    m_loops.pop_back();
    place(after);
    return true;
  }

  const Translation& t;
  KernelVariables& m_variables;
  SplitKernel m_kernel;
  std::vector<std::unique_ptr<Region>> m_made;  // not yet placed
  Region* m_region = nullptr;
  std::vector<Loop> m_loops;
  std::size_t m_scope_end = 0;
  unsigned m_slots = 0;
};

}  // namespace

std::optional<SplitKernel> split_body(const Translation& t, std::size_t body, KernelVariables& variables,
                                      const WaitingFunctions& waiting) {
  const std::optional<Statement> statement = parse_statement(t, body);
  if (!statement || !has_collective(t, statement->range) || waiting.may_poll(t, statement->range)) return std::nullopt;
  for (std::size_t i = statement->range.begin; i < statement->range.end; i = t.next(i))
    if (t.is_identifier(i) && !find_collective(t.token(i).text) && waiting.contains(t.token(i).text)) return std::nullopt;
  return Builder(t, variables).build(*statement);
}

}  // namespace judge::lowering
