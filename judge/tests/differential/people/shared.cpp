// Shared variables: how they are declared, written, and copied into variables of a thread.
#include <fmt/format.h>

#include <algorithm>

#include "judge/tests/differential/people/writer.hpp"

namespace judge::differential::people {

namespace {

constexpr unsigned most_shared_bytes = 40000;

unsigned bytes(const Type& type, unsigned elements) {
  return static_cast<unsigned>(type.leaves.size()) * 8 * std::max(elements, 1u);
}

}  // namespace

// ---- Declaring

int Writer::make_shared(const Scope& scope, const Type& type, unsigned elements, unsigned columns) {
  if (m_shared_bytes + bytes(type, elements) > most_shared_bytes) return -1;
  m_shared_bytes += bytes(type, elements);
  Object object = {fresh_name(scope), type, Storage::shared, elements, columns, true};
  const std::string extent = elements == 0  ? ""
                             : columns == 0 ? fmt::format("[{}]", elements)
                                            : fmt::format("[{}][{}]", elements / columns, columns);
  line(fmt::format("__shared__ {} {}{};", type.name, object.name, extent));
  hide(object.name, 1);
  // Its last use, in an earlier turn of a loop, may have been a moment ago.
  if (scope.loop == Scope::Loop::waiting) object.state = State::dirty;
  return add_local(scope, object);
}

void Writer::shared_variables() {
  const Scope top;
  const unsigned count = 2 + m_random.below(4);
  for (unsigned i = 0; i < count; ++i) {
    const Type type = m_types.any(m_random);
    const unsigned wide = m_shape.block[1] > 1 ? m_shape.block[0] + m_random.below(2) : 4u << m_random.below(3);
    switch (m_random.below(10)) {
      case 0:
      case 1:
      case 2:
      case 3: make_shared(top, type, 0, 0); break;
      case 4:
      case 5:
      case 6: make_shared(top, type, threads(), 0); break;
      case 7: make_shared(top, type, (threads() + wide - 1) / wide * wide + wide, wide); break;
      case 8: make_shared(top, type, 2 + m_random.below(14), 0); break;
      default: {
        // A struct of an array and numbers: its members are variables of their own here.
        const std::string name = unique("smem"), outer = unique("Storage");
        const Type number = m_types.number(m_random);
        const Type flag = m_types.number(m_random);
        line(fmt::format("struct {} {{ {} tile[{}]; {} flag; int spare; }};", outer, number.name, threads(), flag.name));
        line(fmt::format("__shared__ {} {};", outer, name));
        add_local(top, {name + ".tile", number, Storage::shared, threads(), 0, true});
        add_local(top, {name + ".flag", flag, Storage::shared, 0, 0, true});
        add_local(top, {name + ".spare", m_types.of({"int", Domain::i, 30000}), Storage::shared, 0, 0, true});
      }
    }
  }
  if (!m_random.chance(25)) return;
  // Dynamic shared memory, alone or cut into two arrays.
  const Type real = m_types.of({"float", Domain::f, 4096}), whole = m_types.of({"int", Domain::i, 30000});
  const std::string name = unique("dynamic");
  m_dynamic_bytes = threads() * 8;
  if (m_random.chance(40)) {
    line(fmt::format("extern __shared__ float {}[];", name));
    add_local(top, {name, real, Storage::shared, threads() * 2, 0, true});
    return;
  }
  const std::string first = unique("part"), second = unique("part");
  line(fmt::format("extern __shared__ __align__(16) unsigned char {}[];", name));
  line(fmt::format("float* {} = reinterpret_cast<float*>({});", first, name));
  line(fmt::format("int* const {} = (int*)({} + {});", second, first, m_style.threads));
  add_local(top, {first, real, Storage::shared, threads(), 0, true});
  add_local(top, {second, whole, Storage::shared, threads(), 0, true});
}

void Writer::first_values() {
  const Scope top;
  for (Object& object : m_objects) object.has_value = object.storage != Storage::shared;
  const std::size_t count = m_objects.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (m_objects[i].has_value) continue;
    give_first_value(top, static_cast<int>(i));
    m_objects[i].has_value = true;
  }
}

void Writer::give_first_value(const Scope& scope, int chosen) {
  const Object object = m_objects[static_cast<std::size_t>(chosen)];
  if (!object.is_array()) {
    need(scope, chosen, State::single, "0");
    m_single = "0";
    const std::string first = initialiser(object.type, 1);
    m_single.clear();
    return line(fmt::format("if ({} == 0) {} = {};", m_style.tid, object.name, first));
  }
  const bool is_by_one = m_has_left || object.state == State::dirty || m_random.chance(15);
  if (!is_by_one && object.elements == threads() && m_random.chance(60)) {
    const std::string own = own_index(object);
    need(scope, chosen, State::owned, own);
    const std::string first = initialiser(object.type, 2);
    return line(fmt::format("{} = {};", object.at(own), first));
  }
  need(scope, chosen, is_by_one ? State::single : State::owned, is_by_one ? "0" : m_style.tid);
  const std::string first = initialiser(object.type, 1), counter = unique("i");
  if (is_by_one) open(fmt::format("if ({} == 0) {{", m_style.tid));
  line(fmt::format("for (int {0} = {1}; {0} < {2}; {0} += {3})", counter, is_by_one ? "0" : m_style.tid, object.elements,
                   is_by_one ? "1" : m_style.threads));
  line(fmt::format("  {} = {};", object.at(counter), first));
  if (is_by_one) close();
}

// ---- Writing

/// One thread gives a shared variable a value.
void Writer::publish(const Scope& scope) {
  const int chosen = pick_object(
      [&](const Object& object) { return object.storage != Storage::local && !object.is_constant && object.locked == 0; });
  if (chosen < 0 || root(chosen).locked > 0) return assign(scope);
  const std::string writer = single_thread();
  if (!need(scope, chosen, State::single, writer)) return assign(scope);
  const Object object = m_objects[static_cast<std::size_t>(chosen)];
  m_single = writer;
  const std::string at = object.is_array() ? std::to_string(m_random.below(object.elements)) : "0";
  const std::string head = only_thread(writer);
  if (object.type.form != Type::Form::scalar && m_random.chance(50)) {
    open(head + " {");
    for (const Leaf& leaf : object.type.leaves) {
      if (!m_random.chance(60)) continue;
      const std::string text = stored(leaf.type, 1);
      line(fmt::format("{}{} = {};", object.at(at), leaf.suffix, text));
    }
    close();
  } else {
    const std::string text = initialiser(object.type, 2);
    line(fmt::format("{} {} = {};", head, object.at(at), text));
  }
  m_single.clear();
}

/// Each thread writes the element that is its own.
void Writer::write_own(const Scope& scope) {
  const int chosen = pick_object([&](const Object& object) {
    return object.storage != Storage::local && object.target < 0 && object.is_array() && object.locked == 0;
  });
  if (chosen < 0) return assign(scope);
  const Object object = m_objects[static_cast<std::size_t>(chosen)];
  const std::string own = own_index(object);
  if (!need(scope, chosen, State::owned, own)) return assign(scope);
  const std::string guard = object.elements < threads() ? fmt::format("if ({} < {}) ", m_style.tid, object.elements)
                            : m_random.chance(15)       ? fmt::format("if ({}) ", condition(1))
                                                        : "";
  const Leaf leaf = object.type.leaves[m_random.below(static_cast<unsigned>(object.type.leaves.size()))];
  if (object.type.form == Type::Form::scalar && wraps(leaf.type.domain) && m_random.chance(30))
    return line(fmt::format("{}{} += {};", guard, object.at(own), value(leaf.type.domain, 1).text));
  if (object.type.form == Type::Form::scalar || m_random.chance(50)) {
    const std::string text = stored(leaf.type, 2);
    return line(fmt::format("{}{}{} = {};", guard, object.at(own), leaf.suffix, text));
  }
  const std::string text = initialiser(object.type, 1);
  line(fmt::format("{}{} = {};", guard, object.at(own), text));
}

// ---- Other names

/// A pointer into a shared array, or a reference to a shared variable.
void Writer::shared_alias(const Scope& scope) {
  const int chosen = pick_object(
      [&](const Object& object) { return object.storage == Storage::shared && object.target < 0 && object.columns == 0; });
  if (chosen < 0) return publish_and_copy(scope);
  Object object = m_objects[static_cast<std::size_t>(chosen)];
  const std::string name = fresh_name(scope, false), type = m_style.likes_auto ? "auto" : object.type.name;
  object.target = chosen;
  if (!object.is_array()) {
    const bool is_pointer = m_random.chance(40);
    line(is_pointer ? fmt::format("{}* {} = &{};", type, name, object.name)
                    : fmt::format("{}& {} = {};", type, name, object.name));
    object.name = is_pointer ? fmt::format("(*{})", name) : name;
  } else if (object.elements > 9 && m_random.chance(70)) {
    // The offset may be another shared variable.
    const int other = pick_object([&](const Object& one) {
      return one.storage == Storage::shared && !one.is_array() && one.type.name == "int" && one.target < 0;
    });
    std::string offset = std::to_string(m_random.below(8));
    if (other >= 0 && need(scope, other, State::read))
      offset = fmt::format("({} & 7)", m_objects[static_cast<std::size_t>(other)].name);
    line(m_random.chance(50) ? fmt::format("{}* {} = {} + {};", type, name, object.name, offset)
                             : fmt::format("{}* const {} = &{}[{}];", type, name, object.name, offset));
    object.name = name;
    object.elements -= 7;
  } else {
    line(fmt::format("{}* {} = {};", type, name, object.name));
    object.name = name;
  }
  m_reserved.push_back(name);
  add_local(scope, object);
  copy_of(scope, static_cast<int>(m_objects.size()) - 1);
}

// ---- Phrases of people

void Writer::publish_and_copy(const Scope& scope) {
  const int chosen = pick_object(
      [&](const Object& object) { return object.storage == Storage::shared && object.target < 0 && object.locked == 0; });
  if (chosen < 0) return declare(scope);
  if (m_random.chance(60)) {
    const std::string writer = single_thread();
    if (need(scope, chosen, State::single, writer)) {
      const Object object = m_objects[static_cast<std::size_t>(chosen)];
      m_single = writer;
      const std::string text = initialiser(object.type, 2);
      const std::string at = object.is_array() ? std::to_string(m_random.below(object.elements)) : "0";
      m_single.clear();
      const std::string head = only_thread(writer);
      line(fmt::format("{} {} = {};", head, object.at(at), text));
    }
  }
  copy_of(scope, chosen);
  if (m_random.chance(50)) publish(scope);
}

/// A stencil: the elements beside the thread's own.
void Writer::neighbours(const Scope& scope) {
  const int chosen = pick_object([&](const Object& object) {
    return object.storage == Storage::shared && object.target < 0 && object.elements >= threads() && object.columns == 0 &&
           object.type.form == Type::Form::scalar && object.type.leaves[0].type.form == Scalar::Form::plain &&
           object.locked == 0;
  });
  if (chosen < 0) return publish_and_copy(scope);
  const Object object = m_objects[static_cast<std::size_t>(chosen)];
  const Scalar type = object.type.leaves[0].type;
  if (!need(scope, chosen, State::owned, m_style.tid)) return;
  const std::string mine = stored(type, 2);
  line(fmt::format("{}[{}] = {};", object.name, m_style.tid, mine));
  barrier();
  need(scope, chosen, State::read);
  Object sum = {fresh_name(scope), m_types.of(type)};
  hide(sum.name, 1);
  const std::string left = fmt::format("{0}[{1} > 0 ? {1} - 1 : 0]", object.name, m_style.tid);
  const std::string right = fmt::format("{0}[{1} + 1 < {2} ? {1} + 1 : {2} - 1]", object.name, m_style.tid, m_style.threads);
  const double bound = type.bound * 2;
  Value value = {fmt::format("({} {} {})", left, wraps(type.domain) || m_random.chance(50) ? '+' : '-', right), type.domain,
                 bound};
  line(fmt::format("{} {} = {};", type.name, sum.name, stored_value(type, value, true)));
  add_local(scope, sum);
}

}  // namespace judge::differential::people
