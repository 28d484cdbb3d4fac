// Branches and loops, those that the whole block takes together, with barriers in them, and those of each thread.
#include <fmt/format.h>

#include <algorithm>

#include "judge/tests/differential/people/writer.hpp"
#include "judge/util/contains.hpp"

namespace judge::differential::people {

namespace {

constexpr int most_trips = 48;

}  // namespace

// ---- Branches

void Writer::uniform_branch(const Scope& scope) {
  Scope inner = scope;
  ++inner.depth;
  const std::string asked = uniform_condition(2);
  const auto before = states();
  const std::size_t begin = begin_scope();
  open(fmt::format("if ({}) {{", asked));
  block(inner, 1 + static_cast<int>(m_random.below(3)));
  end_scope(begin);
  const auto behind = states();
  set_states(before);
  if (m_random.chance(50)) {
    close("} else {");
    ++m_indent;
    block(inner, 1 + static_cast<int>(m_random.below(2)));
    end_scope(begin);
  }
  close();
  join_states(behind);
}

void Writer::branch(const Scope& scope) {
  Scope inner = scope;
  ++inner.depth;
  inner.is_uniform = inner.has_warps = false;
  if (inner.loop == Scope::Loop::waiting) inner.may_leave_loop = false;
  const std::size_t begin = begin_scope();
  open(fmt::format("if ({}) {{", condition(2)));
  block(inner, 1 + static_cast<int>(m_random.below(2)));
  if (m_objects.size() > begin) note(m_objects.back());
  end_scope(begin);
  if (m_random.chance(40)) {
    close("} else {");
    ++m_indent;
    block(inner, 1 + static_cast<int>(m_random.below(2)));
    end_scope(begin);
  }
  close();
}

// ---- Loops of the block

std::string Writer::counter_name() {
  for (const char* name : {"i", "j", "k"})
    if (m_random.chance(70) && !contains(m_reserved, name) &&
        std::ranges::none_of(m_objects, [&](const Object& object) { return object.name == name; }))
      return name;
  return unique("n");
}

void Writer::loop_counter(const Scope& scope, const std::string& name, bool is_uniform, bool is_unsigned) {
  const Scalar type = is_unsigned ? Scalar{"unsigned", Domain::u, 4294967295.0} : Scalar{"int", Domain::i, 512};
  Object counter = {name, m_types.of(type)};
  counter.is_uniform = is_uniform;
  counter.is_constant = counter.is_loop_counter = true;
  add_local(scope, counter);
}

/// The number of turns of a loop, at most 4, the same for all threads; `locked`: the shared variable that says it.
std::string Writer::loop_end(const Scope& scope, int& locked) {
  locked = -1;
  if (m_random.chance(45)) {
    const int chosen = pick_object([&](const Object& object) {
      return object.storage == Storage::shared && !object.is_array() && object.target < 0 && object.locked == 0 &&
             object.type.form == Type::Form::scalar &&
             (object.type.name == "int" || object.type.name == "unsigned" || object.type.name == "short" ||
              object.type.name == "unsigned char");
    });
    if (chosen >= 0 && need(scope, chosen, State::single, "0")) {
      const std::string name = m_objects[static_cast<std::size_t>(chosen)].name;
      m_single = "0";
      const std::string text = value(Domain::i, 1).text;
      m_single.clear();
      line(fmt::format("if ({} == 0) {} = 1 + ({} & 3);", m_style.tid, name, text));
      need(scope, chosen, State::read);
      if (m_random.chance(40)) {
        const std::string copy = unique("turns");
        line(fmt::format("const int {} = {};", copy, name));
        return copy;
      }
      locked = chosen;
      return name;
    }
  }
  if (m_random.chance(40)) return std::to_string(1 + m_random.below(4));
  if (m_random.chance(30)) return "1 + (int)(blockIdx.x & 3)";
  m_uniform_only = true;
  const std::string text = value(Domain::i, 1).text;
  m_uniform_only = false;
  const std::string name = unique("turns");
  line(fmt::format("const int {} = 1 + ({} & 3);", name, text));
  return name;
}

void Writer::waiting_loop(const Scope& scope) {
  if (scope.trips * 4 > most_trips) return barrier();
  int locked;
  const std::string end = loop_end(scope, locked);
  const unsigned form = m_random.below(8);
  const bool stands_before = form == 3 || form == 4;  // its counter is declared before the loop
  const std::string counter = stands_before ? unique("n") : counter_name();
  const bool ends_with_barrier = m_random.chance(40);
  if (ends_with_barrier) {
    barrier();
    if (locked >= 0) need(scope, locked, State::read);
  }
  Scope inner = scope;
  inner.ends_with_barrier = ends_with_barrier;
  const std::size_t begin = begin_scope();
  std::string last = "}";
  inner.may_leave_loop = !stands_before;
  switch (form) {
    case 0: open(fmt::format("for (int {0} = {1}; {0} > 0; --{0}) {{", counter, end)); break;
    case 1: open(fmt::format("for (unsigned {0} = 0; {0} < {1}; {0}++) {{", counter, cast("unsigned", end))); break;
    case 2: open(fmt::format("for (int {0} = 1; {0} <= {1}; {0} += 1) {{", counter, end)); break;
    case 3:
      line(fmt::format("int {} = 0;", counter));
      open(fmt::format("while ({} < {}) {{", counter, end));
      last = fmt::format("  ++{};", counter);
      break;
    case 4:
      line(fmt::format("int {} = 0;", counter));
      open("do {");
      last = fmt::format("}} while (++{} < {});", counter, end);
      break;
    case 5:
      if (locked >= 0) line("#pragma unroll 1");
      [[fallthrough]];
    default: open(fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {{", counter, end)); break;
  }
  loop_counter(scope, counter, true, form == 1);
  run_waiting_loop(inner, locked, last);
  end_scope(begin);
}

void Writer::run_waiting_loop(const Scope& outer, int locked, const std::string& last) {
  Scope scope = outer;
  ++scope.depth;
  scope.trips *= 4;
  scope.loop = Scope::Loop::waiting;
  const bool was_broken = m_is_broken;
  m_is_broken = false;
  const std::size_t begin = begin_scope();
  if (!scope.ends_with_barrier) make_dirty();
  const auto lock = [&](int by) {
    if (locked < 0) return;
    m_objects[static_cast<std::size_t>(locked)].locked += by;
    m_objects[static_cast<std::size_t>(locked)].state = State::read;
  };
  lock(1);
  block(scope, 1 + static_cast<int>(m_random.below(4)));
  for (std::size_t i = begin; i < m_objects.size() && i < begin + 2; ++i)
    if (m_objects[i].storage == Storage::local && m_objects[i].target < 0 && m_objects[i].hidden == 0) note(m_objects[i]);
  if (scope.ends_with_barrier) barrier();
  end_scope(begin);
  if (last.starts_with("  ")) line(last.substr(2));
  close(last.starts_with("  ") ? "}" : last);
  // Behind the loop: what its end left, or what stood before it.
  if (!scope.ends_with_barrier || m_is_broken) make_dirty();
  lock(-1);
  m_is_broken = was_broken;
}

void Writer::leave_loop(const Scope& scope) {
  if (scope.loop == Scope::Loop::none || !scope.may_leave_loop) return assign(scope);
  const bool breaks = m_random.chance(50);
  if (scope.loop == Scope::Loop::plain) return line(fmt::format("if ({}) {};", condition(1), breaks ? "break" : "continue"));
  if (!scope.is_uniform) return assign(scope);
  const std::string asked = uniform_condition(1);
  if (breaks) m_is_broken = true;
  if (!breaks && scope.ends_with_barrier) {
    open(fmt::format("if ({}) {{", asked));
    line(m_style.sync);
    line("continue;");
    return close();
  }
  line(fmt::format("if ({}) {};", asked, breaks ? "break" : "continue"));
}

// ---- Loops of a thread

void Writer::plain_loop(const Scope& scope) {
  if (scope.trips * 4 > most_trips) return assign(scope);
  if (m_random.chance(40)) return summing_loop(scope);
  Scope inner = scope;
  ++inner.depth;
  inner.trips *= 4;
  inner.loop = Scope::Loop::plain;
  inner.is_uniform = false;
  const bool is_same = m_random.chance(40);
  inner.has_warps = scope.has_warps && is_same;
  inner.may_leave_loop = !inner.has_warps;
  const std::string end = is_same ? std::to_string(1 + m_random.below(4)) : fmt::format("({} & 3)", value(Domain::i, 1).text);
  const std::string counter = counter_name();
  const std::size_t begin = begin_scope();
  open(fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {{", counter, end));
  loop_counter(inner, counter, false);
  block(inner, 1 + static_cast<int>(m_random.below(2)));
  end_scope(begin);
  close();
}

/// The sum of some elements of a shared array.
void Writer::summing_loop(const Scope& scope) {
  const int chosen = pick_object([&](const Object& object) {
    return object.storage == Storage::shared && object.is_array() && object.type.leaves[0].type.form == Scalar::Form::plain;
  });
  if (chosen < 0 || !need(scope, chosen, State::read)) return assign(scope);
  const Object array = m_objects[static_cast<std::size_t>(chosen)];
  const Leaf leaf = array.type.leaves[0];
  Object sum = {fresh_name(scope, false), m_types.of({type_name(leaf.type.domain), leaf.type.domain, 2000})};
  const unsigned end = std::min(array.elements, 4 + m_random.below(12));
  const std::string at = m_random.chance(50) ? "kk" : fmt::format("(kk + {}) % {}", m_style.tid, array.elements);
  line(fmt::format("{} {} = 0;", sum.type.name, sum.name));
  line(fmt::format("for (int kk = 0; kk < {}; {}) {} += {}{};", end, m_random.chance(50) ? "++kk" : "kk++", sum.name,
                   array.at(at), leaf.suffix));
  const Value all = {sum.name, leaf.type.domain, 16 * leaf.type.bound};
  if (!wraps(leaf.type.domain)) line(fmt::format("{} = {};", sum.name, folded(all, 2000).text));
  m_reserved.push_back(sum.name);
  add_local(scope, sum);
}

// ---- Jumps

void Writer::switch_statement(const Scope& scope) {
  if (m_features.has_jumps && may_wait(scope) && m_random.chance(60)) return waiting_switch(scope);
  Scope inner = scope;
  inner.depth += 2;
  inner.is_uniform = inner.has_warps = inner.may_leave_loop = false;
  inner.loop = Scope::Loop::none;
  open(fmt::format("switch ({} & 3) {{", value(Domain::i, 1).text));
  const std::size_t begin = begin_scope();
  for (unsigned i = 0; i < 3; ++i) {
    open(i == 2 ? "default: {" : fmt::format("case {}: {{", i));
    block(inner, 1);
    end_scope(begin);
    if (m_random.chance(70)) line("break;");
    close();
  }
  close();
}

/// All threads take the same case.
void Writer::waiting_switch(const Scope& scope) {
  Scope inner = scope;
  inner.depth += 2;
  inner.may_leave_loop = false;
  m_uniform_only = true;
  const std::string asked = value(Domain::i, 1).text;
  m_uniform_only = false;
  const auto before = states();
  std::vector<std::vector<Access>> behind;
  open(fmt::format("switch ({} & 3) {{", asked));
  const std::size_t begin = begin_scope();
  for (unsigned i = 0; i < 3; ++i) {
    set_states(before);
    open(i == 2 ? "default: {" : fmt::format("case {}: {{", i));
    block(inner, 1);
    end_scope(begin);
    line("break;");
    close();
    behind.push_back(states());
  }
  close();
  for (const auto& one : behind) join_states(one);
}

void Writer::goto_statement(const Scope& scope) {
  const std::string label = unique("again"), counter = unique("n");
  Scope inner = scope;
  ++inner.depth;
  inner.is_uniform = inner.has_warps = inner.may_leave_loop = false;
  inner.trips *= 4;
  const std::size_t begin = begin_scope();
  open("{");
  line(fmt::format("int {} = 0;", counter));
  line(fmt::format("{}:", label));
  assign(inner);
  change(inner);
  line(fmt::format("if (++{} < 1 + ({} & 3)) goto {};", counter, m_style.tid, label));
  close();
  end_scope(begin);
}

/// Some threads are done, for good; never the first of the block.
void Writer::leave(const Scope& scope) {
  if (!m_features.has_leaves || (m_features.has_warps && !scope.has_warps)) return assign(scope);
  const unsigned number = 2 + m_random.below(6);
  std::string asked = m_random.chance(40)   ? fmt::format("{} % {} == {}", m_style.tid, number, 1)
                      : m_random.chance(50) ? fmt::format("{} > {}", m_style.tid, threads() / 2 + number)
                                            : fmt::format("{} != 0 && {}", m_style.tid, condition(1));
  if (m_features.has_warps) {
    const std::string gone = unique("gone");
    line(fmt::format("const bool {} = {};", gone, asked));
    line(fmt::format("{0} = __ballot_sync({0}, !{1});", m_style.mask, gone));
    asked = gone;
  }
  if (m_random.chance(50)) {
    line(fmt::format("if ({}) return;", asked));
  } else {
    open(fmt::format("if ({}) {{", asked));
    line(fmt::format("out[{}] = {};", m_style.gid, m_style.digest));
    line("return;");
    close();
  }
  m_has_left = true;
}

}  // namespace judge::differential::people
