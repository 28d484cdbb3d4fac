// Loops that go on until a shared variable says that it is enough.
#include <fmt/format.h>

#include "judge/tests/differential/people/writer.hpp"

namespace judge::differential::people {

void Writer::body_of_persistent(const Scope& scope, int flag) {
  Scope inner = scope;
  ++inner.depth;
  inner.trips *= 4;
  inner.loop = Scope::Loop::waiting;
  inner.may_leave_loop = inner.ends_with_barrier = false;
  const std::size_t begin = begin_scope();
  ++m_objects[static_cast<std::size_t>(flag)].locked;
  block(inner, 1 + static_cast<int>(m_random.below(3)));
  --m_objects[static_cast<std::size_t>(flag)].locked;
  for (std::size_t i = begin; i < m_objects.size() && i < begin + 2; ++i)
    if (m_objects[i].storage == Storage::local && m_objects[i].target < 0 && m_objects[i].hidden == 0) note(m_objects[i]);
  end_scope(begin);
}

/// Jobs from a shared counter.
void Writer::persistent_loop(const Scope& scope) {
  if (scope.trips > 12) return barrier();
  const int next = make_shared(scope, m_types.of({"int", Domain::i, 30000}), 0, 0);
  if (next < 0) return barrier();
  const std::string name = m_objects[static_cast<std::size_t>(next)].name, job = unique("job");
  const unsigned jobs = 1 + m_random.below(3), step = 1 + m_random.below(2);
  need(scope, next, State::single, "0");
  line(fmt::format("if ({} == 0) {} = 0;", m_style.tid, name));
  const std::size_t begin = begin_scope();
  if (m_random.chance(50)) {
    open(m_random.chance(50) ? "while (true) {" : "for (;;) {");
    make_dirty();
    barrier();
    line(fmt::format("{} {} = {};", m_random.chance(50) ? "const int" : m_random.chance(50) ? "int" : "const auto", job, name));
    line(m_style.sync);
    line(fmt::format("if ({} >= {}) break;", job, jobs * step));
    loop_counter(scope, job, true);
    need(scope, next, State::single, "0");
    line(fmt::format("if ({} == 0) {} = {} + {};", m_style.tid, name, m_random.chance(50) ? name : job, step));
    body_of_persistent(scope, next);
    close();
    end_scope(begin);
    for (Object& object : m_objects) object.state = State::clean;  // as behind the barrier before the break
    return;
  }
  barrier();
  open(fmt::format("while ({} < {}) {{", name, jobs * step));
  make_dirty();
  m_objects[static_cast<std::size_t>(next)].state = State::read;
  body_of_persistent(scope, next);
  barrier();
  line(fmt::format("if ({} == 0) {} += {};", m_style.tid, name, step));
  barrier();
  close();
  end_scope(begin);
  make_dirty();
  m_objects[static_cast<std::size_t>(next)].state = State::read;
}

/// A shared flag says whether to go on.
void Writer::flag_loop(const Scope& scope) {
  if (scope.trips > 12) return barrier();
  const char* const types[] = {"bool", "int", "unsigned", "char"};
  const std::string type = m_random.pick(types);
  const Scalar::Form form = type == "bool" ? Scalar::Form::boolean : Scalar::Form::plain;
  const int flag = make_shared(scope, m_types.of({type, type == "unsigned" ? Domain::u : Domain::i, 1, form}), 0, 0);
  if (flag < 0) return barrier();
  const std::string name = m_objects[static_cast<std::size_t>(flag)].name, rounds = unique("rounds");
  const unsigned turns = 1 + m_random.below(3);
  line(fmt::format("int {} = 0;", rounds));
  const std::size_t begin = begin_scope();
  if (m_random.chance(50)) {
    need(scope, flag, State::single, "0");
    line(fmt::format("if ({} == 0) {} = {};", m_style.tid, name, type == "bool" ? "true" : "1"));
    barrier();
    open(fmt::format("while ({}{}) {{", name, m_random.chance(30) ? " != 0" : ""));
    make_dirty();
    m_objects[static_cast<std::size_t>(flag)].state = State::read;
    body_of_persistent(scope, flag);
    line(fmt::format("++{};", rounds));
    barrier();
    line(fmt::format("if ({} == 0) {} = {} < {};", m_style.tid, name, rounds, turns));
    barrier();
    close();
  } else {
    open("do {");
    make_dirty();
    barrier();
    line(fmt::format("if ({} == 0) {} = ++{} < {};", m_style.tid, name, rounds, turns));
    barrier();
    m_objects[static_cast<std::size_t>(flag)].state = State::read;
    body_of_persistent(scope, flag);
    close(fmt::format("}} while ({});", name));
  }
  end_scope(begin);
  make_dirty();
  m_objects[static_cast<std::size_t>(flag)].state = State::read;
}

}  // namespace judge::differential::people
