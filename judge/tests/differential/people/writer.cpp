#include "judge/tests/differential/people/writer.hpp"
#include "judge/util/contains.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace judge::differential::people {

void Writer::line(const std::string& text) {
  m_text.append(static_cast<std::size_t>(2 * m_indent), ' ').append(text).append("\n");
}

void Writer::open(const std::string& text) {
  line(text);
  ++m_indent;
}

void Writer::close(const std::string& text) {
  --m_indent;
  line(text);
}

// ---- Names

std::string Writer::fresh_name(const Scope& scope, bool may_shadow) {
  if (may_shadow && m_random.chance(12)) {
    const int other = pick_object([&](const Object& object) {
      return object.depth < scope.depth && !object.is_loop_counter && object.name.find_first_of("(*[.") == std::string::npos;
    });
    if (other >= 0) return m_objects[static_cast<std::size_t>(other)].name;
  }
  constexpr const char* names[] = {"a",     "b",     "x",     "y",   "val",  "acc",  "tmp",   "cur",   "prev", "best",  "cnt",
                                   "got",   "level", "scale", "off", "step", "left", "right", "lo",    "hi",   "first", "last",
                                   "v",     "w",     "z",     "r",   "p",    "q",    "temp",  "value", "mine", "other", "low",
                                   "limit", "start", "width", "s",   "c",    "u",    "d0",    "d1"};
  const std::string stem = m_random.pick(names);
  const auto is_taken = [&](const std::string& name) {
    return contains(m_reserved, name) ||
           std::ranges::any_of(m_objects, [&](const Object& object) { return object.name == name; });
  };
  std::string name = stem;
  for (int i = 2; is_taken(name); ++i) name = stem + std::to_string(i);
  return name;
}

void Writer::hide(const std::string& name, int by) {
  for (Object& object : m_objects)
    if (object.name == name) object.hidden += by;
}

/// Its name must have been hidden before: what gives it its first value does not see the other variable of that name.
int Writer::add_local(const Scope& scope, Object object) {
  object.depth = scope.depth;
  m_objects.push_back(std::move(object));
  return static_cast<int>(m_objects.size()) - 1;
}

void Writer::end_scope(std::size_t begin) {
  while (m_objects.size() > begin) {
    const std::string name = m_objects.back().name;
    m_objects.pop_back();
    hide(name, -1);
  }
}

// ---- What the threads did with shared variables

Object& Writer::root(int object) {
  Object* found = &m_objects[static_cast<std::size_t>(object)];
  while (found->target >= 0) found = &m_objects[static_cast<std::size_t>(found->target)];
  return *found;
}
const Object& Writer::root(int object) const { return const_cast<Writer*>(this)->root(object); }

bool Writer::allows(const Object& object, State access, const std::string& own) const {
  if (object.storage == Storage::local || object.state == State::clean) return true;
  if (object.state != access) return false;
  return access == State::read || access == State::atomic || object.own_index == own;
}

/// False: the access would need a barrier, and here there can be none.
bool Writer::need(const Scope& scope, int object, State access, const std::string& own) {
  Object& variable = root(object);
  if (variable.storage == Storage::local) return true;
  if (!allows(variable, access, own)) {
    if (!may_wait(scope)) return false;
    barrier();
  }
  variable.state = access;
  variable.own_index = own;
  return true;
}

void Writer::barrier() {
  line(m_style.sync);
  for (Object& object : m_objects) object.state = State::clean;
}

std::vector<Access> Writer::states() const {
  std::vector<Access> all;
  for (const Object& object : m_objects) all.push_back({object.state, object.own_index});
  return all;
}

void Writer::set_states(const std::vector<Access>& states) {
  for (std::size_t i = 0; i < states.size(); ++i)
    m_objects[i].state = states[i].state, m_objects[i].own_index = states[i].own_index;
}

/// Behind a place that is reached from two others.
void Writer::join_states(const std::vector<Access>& states) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    Object& object = m_objects[i];
    const Access& other = states[i];
    if (other.state == State::clean || (other.state == object.state && other.own_index == object.own_index)) continue;
    if (object.state == State::clean) object.state = other.state, object.own_index = other.own_index;
    else object.state = State::dirty;
  }
}

void Writer::make_dirty() {
  for (Object& object : m_objects)
    if (object.storage != Storage::local) object.state = State::dirty;
}

/// Which element of an array is the thread's own, as text.
std::string Writer::own_index(const Object& object) {
  if (object.state == State::owned) return object.own_index;
  if (object.columns > 0 && m_shape.block[1] > 1 && m_shape.block[2] == 1 && object.columns >= m_shape.block[0] &&
      object.elements / object.columns >= m_shape.block[1] && m_random.chance(70))
    return by_rows;
  if (object.elements != threads()) return m_style.tid;
  switch (m_random.below(4)) {
    case 0: return fmt::format("{} - 1 - {}", m_style.threads, m_style.tid);
    case 1: return fmt::format("({} + {}) % {}", m_style.tid, m_random.below(threads()), m_style.threads);
    default: return m_style.tid;
  }
}

void Writer::add_object(Object object) {
  hide(object.name, 1);
  m_objects.push_back(std::move(object));
}

void Writer::leader() {
  constexpr const char* names[] = {"leader", "is_first", "isMaster"};
  m_leader = m_random.pick(names);
  line(fmt::format("const bool {} = {} == 0;", m_leader, m_style.tid));
}

/// The head of what one thread alone does.
std::string Writer::only_thread(const std::string& writer) {
  if (writer != "0") return fmt::format("if ({} == {})", m_style.tid, writer);
  if (!m_leader.empty() && m_random.chance(60)) return fmt::format("if ({})", m_leader);
  switch (m_random.below(6)) {
    case 0: return fmt::format("if (!{})", m_style.tid);
    case 1: return "if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0)";
    default: return fmt::format("if ({} == 0)", m_style.tid);
  }
}

/// A barrier that tells something of all threads.
void Writer::counting_barrier(const Scope& scope) {
  constexpr const char* operations[] = {"__syncthreads_count", "__syncthreads_or", "__syncthreads_and"};
  const unsigned operation = m_random.below(3);
  Object object = {fresh_name(scope, false), m_types.of({"int", Domain::i, 512})};
  object.is_uniform = true;
  object.is_constant = m_random.chance(50);
  const std::string asked = condition(2);
  line(fmt::format("{}int {} = {}({}){};", object.is_constant ? "const " : "", object.name, operations[operation], asked,
                   operation > 0 ? " != 0" : ""));
  for (Object& one : m_objects) one.state = State::clean;
  m_reserved.push_back(object.name);
  add_local(scope, object);
}

/// The number of a thread that never leaves early.
std::string Writer::single_thread() {
  return m_features.has_leaves || m_random.chance(70) ? "0" : std::to_string(m_random.below(threads()));
}

// ---- Statements

void Writer::locals(int count) {
  for (int i = 0; i < count; ++i) declare(Scope());
}

/// All that is left goes out: what the thread holds, and what is shared.
void Writer::results() {
  const Scope top;
  const std::size_t count = m_objects.size();
  for (std::size_t i = 0; i < count; ++i)
    if (m_objects[i].storage == Storage::shared && m_objects[i].target < 0 && m_features.has_barriers)
      copy_of(top, static_cast<int>(i));
  for (const Object& object : m_objects)
    if (object.storage == Storage::local && object.hidden == 0 && object.elements < 4096) note(object);
  line(fmt::format("out[{}] = {};", m_style.gid, m_style.digest));
  int word = 1;
  for (const Object& object : m_objects) {
    if (object.storage != Storage::local || object.is_array() || object.hidden > 0 || word > 3 ||
        object.type.form != Type::Form::scalar)
      continue;
    if (object.type.name == "float")
      line(fmt::format("reinterpret_cast<float*>(out)[{} + {}] = {} + 0.0f;", word++ * 2048, m_style.gid, object.name));
    else if (object.type.name == "int") line(fmt::format("out[{} + {}] = {};", word++ * 2048, m_style.gid, object.name));
  }
}

void Writer::block(const Scope& scope, int statements) {
  for (int i = 0; i < statements; ++i) statement(scope);
}

void Writer::statement(const Scope& scope) {
  const bool may_nest = scope.depth < 3;
  const unsigned choice = m_random.below(100);
  if (choice < 34 && may_wait(scope)) return waiting_statement(scope);
  if (choice < 42) return copy(scope);
  if (choice < 48) return write_own(scope);
  if (choice < 52) return publish(scope);
  if (choice < 58 && m_features.has_warps && scope.has_warps) return warp_statement(scope);
  if (choice < 62 && m_features.has_atomics) return atomic_statement(scope);
  if (choice < 65 && may_nest) return branch(scope);
  if (choice < 68 && may_nest) return plain_loop(scope);
  if (choice < 70 && may_nest) return switch_statement(scope);
  if (choice < 72 && may_nest) return inner_block(scope);
  if (choice < 73 && may_nest && m_features.has_jumps) return goto_statement(scope);
  if (choice < 75) return leave(scope);
  if (choice < 76) return leave_loop(scope);
  if (choice < 86) return declare(scope);
  if (choice < 93) return change(scope);
  assign(scope);
}

void Writer::waiting_statement(const Scope& scope) {
  const bool may_nest = scope.depth < 3;
  switch (m_random.below(16)) {
    case 0:
    case 1: return may_nest ? waiting_loop(scope) : barrier();
    case 2: return may_nest ? uniform_branch(scope) : barrier();
    case 3: return may_nest && m_random.chance(60) ? persistent_loop(scope) : publish_and_copy(scope);
    case 4: return may_nest ? flag_loop(scope) : publish_and_copy(scope);
    case 5:
    case 6: return classic(scope);
    case 7: return neighbours(scope);
    case 8: return m_random.chance(40) ? counting_barrier(scope) : barrier();
    case 9: return m_features.has_aliases ? shared_alias(scope) : publish_and_copy(scope);
    default: return publish_and_copy(scope);
  }
}

}  // namespace judge::differential::people
