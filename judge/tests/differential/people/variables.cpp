// What happens to variables of one thread: how they are declared, and the ways in which they are changed.
#include <fmt/format.h>

#include <algorithm>

#include "judge/tests/differential/people/writer.hpp"
#include "judge/util/contains.hpp"

namespace judge::differential::people {

/// Mixes a variable that goes out of scope into what the kernel returns.
void Writer::note(const Object& object) {
  const Leaf& leaf = object.type.leaves[m_random.below(static_cast<unsigned>(object.type.leaves.size()))];
  const std::string at = object.is_array() ? std::to_string(m_random.below(object.elements)) : "0";
  const Value got = converted(read(object.at(at) + leaf.suffix, leaf.type), Domain::u);
  line(m_random.chance(50) ? fmt::format("{0} = {0} * 31u + {1};", m_style.digest, got.text)
                           : fmt::format("{} ^= {} << {};", m_style.digest, got.text, m_random.below(8)));
}

void Writer::declare(const Scope& scope) {
  if (m_random.chance(14)) return declare_local_array(scope);
  if (m_random.chance(12)) return declare_call(scope);
  if (m_features.has_aliases && m_random.chance(10)) return declare_row(scope);
  if (m_features.has_aliases && m_random.chance(30)) return declare_alias(scope);
  if (m_features.has_lambdas && m_random.chance(25)) return declare_lambda(scope);
  Object object = {fresh_name(scope), m_types.any(m_random)};
  object.is_uniform = scope.is_uniform && m_random.chance(35);
  object.is_constant = m_random.chance(m_style.likes_const ? 50 : 15);
  hide(object.name, 1);
  m_uniform_only = object.is_uniform;
  const std::string first = initialiser(object.type, 2);
  m_uniform_only = false;
  const bool is_scalar = object.type.form == Type::Form::scalar;
  const std::string type = (object.is_constant ? "const " : "") + object.type.name;
  switch (m_random.below(6)) {
    case 0:
      if (object.is_constant || !is_scalar) break;
      line(fmt::format("{} {};", type, object.name));
      line(fmt::format("{} = {};", object.name, first));
      add_local(scope, object);
      return;
    case 1:
      // Two pairs of parentheses: this is no function.
      line(fmt::format("{} {}(({}));", type, object.name, first));
      add_local(scope, object);
      return;
    case 2:
      if (!is_scalar || object.is_constant || object.type.leaves[0].type.form != Scalar::Form::plain) break;
      line(fmt::format("{} {} = 0, {} = {};", type, unique("unused"), object.name, first));
      add_local(scope, object);
      return;
    default: break;
  }
  line(fmt::format("{} {} = {};", type, object.name, first));
  add_local(scope, object);
}

void Writer::declare_local_array(const Scope& scope) {
  Object object = {fresh_name(scope), m_types.number(m_random)};
  object.elements = 2 + m_random.below(5);
  hide(object.name, 1);
  const Scalar type = object.type.leaves[0].type;
  const bool fills = m_random.chance(50);
  std::string values;
  for (unsigned i = 0; i < object.elements && !fills; ++i)
    values += (i ? ", " : "") + stored_value(type, value(type.domain, 1), true);
  if (fills) {
    line(fmt::format("{} {}[{}];", type.name, object.name, object.elements));
    const std::string first = stored(type, 1);
    line(fmt::format("for (int k = 0; k < {}; ++k) {}[k] = {};", object.elements, object.name, first));
  } else {
    line(fmt::format("{} {}[{}] = {{{}}};", type.name, object.name, m_random.chance(8) ? "" : std::to_string(object.elements),
                     values));
  }
  add_local(scope, object);
}

/// A reference or a pointer to a variable of the thread.
void Writer::declare_alias(const Scope& scope) {
  const int target = pick_mutable(scope, [](const Object& object) { return object.target < 0; });
  if (target < 0) return assign(scope);
  Object object = m_objects[static_cast<std::size_t>(target)];
  const std::string other = object.name;
  object.target = target;
  const std::string name = fresh_name(scope, false);
  object.name = name;
  const std::string& type = object.type.name;
  if (object.is_array()) {
    line(fmt::format("{}* {} = {};", m_style.likes_auto ? "auto" : type, name, other));
  } else if (m_random.chance(50)) {
    line(fmt::format("{}& {} = {};", m_style.likes_auto ? "auto" : type, name, other));
  } else {
    line(fmt::format("{}* {} = &{};", m_style.likes_auto ? "auto" : type, name, other));
    object.name = fmt::format("(*{})", name);
  }
  m_reserved.push_back(name);
  add_local(scope, object);
}

void Writer::declare_lambda(const Scope& scope) {
  const std::string name = unique("f");
  const int changed = pick_mutable(scope, [](const Object& object) {
    return !object.is_array() && object.type.leaves[0].type.name == "int" && !object.is_uniform &&
           object.type.form == Type::Form::scalar;
  });
  const Value inside = folded(value(Domain::i, 2), 1000);
  Object object = {fresh_name(scope), m_types.of({"int", Domain::i, 30000})};
  hide(object.name, 1);
  const Value argument = folded(value(Domain::i, 1), 1000);
  const std::string factor = std::to_string(1 + m_random.below(9));
  if (changed >= 0 && m_random.chance(50)) {
    const std::string target = m_objects[static_cast<std::size_t>(changed)].name;
    line(fmt::format("auto {} = [&](int by) {{ {} = ({} + by) % 1009; return by * {}; }};", name, target, target, factor));
  } else {
    line(fmt::format("const auto {} = [{}](int by) {{ return by * {} + {}; }};", name, m_random.chance(50) ? "=" : "&", factor,
                     inside.text));
  }
  line(fmt::format("int {} = {}({});", object.name, name, argument.text));
  add_local(scope, object);
}

void Writer::assign_leaf(const Object& object, const Leaf& leaf, const std::string& text) {
  const std::string at = object.is_array() ? index(object.elements) : "0";
  line(fmt::format("{}{} = {};", object.at(at), leaf.suffix, text));
}

void Writer::assign(const Scope& scope) {
  const int chosen = pick_mutable(scope, [](const Object&) { return true; });
  if (chosen < 0) return;
  const Object object = m_objects[static_cast<std::size_t>(chosen)];
  m_uniform_only = object.is_uniform;
  const Leaf leaf = object.type.leaves[m_random.below(static_cast<unsigned>(object.type.leaves.size()))];
  const Scalar& type = leaf.type;
  if (object.type.form != Type::Form::scalar && !object.is_array() && m_random.chance(40)) {
    const std::string whole = initialiser(object.type, 1);
    line(fmt::format("{} = {};", object.name, whole));
  } else if (wraps(type.domain) && m_random.chance(50)) {
    constexpr const char* operations[] = {"+=", "-=", "*=", "^=", "|=", "&="};
    const char* const operation = m_random.pick(operations);
    const std::string at = object.is_array() ? index(object.elements) : "0";
    line(fmt::format("{}{} {} {};", object.at(at), leaf.suffix, operation, value(type.domain, 2).text));
  } else {
    const std::string text = stored(type, 2);
    assign_leaf(object, leaf, text);
  }
  m_uniform_only = false;
}

/// A local of this type that may be changed, a single one.
int Writer::changed_local(const Scope& scope, std::string_view type) {
  return pick_mutable(scope, [&](const Object& object) {
    return !object.is_array() && object.type.form == Type::Form::scalar && object.type.name == type;
  });
}

/// A device function, written once.
std::string Writer::helper(const std::string& name, const std::string& text) {
  if (!contains(m_helpers, name)) {
    m_helpers.push_back(name);
    m_functions += text;
  }
  return name;
}

void Writer::change(const Scope& scope) {
  if (m_random.chance(25)) return change_pair(scope);
  if (m_random.chance(20)) return change_by_method(scope);
  const int chosen = changed_local(scope, m_random.chance(60) ? "int" : "float");
  if (chosen < 0) return assign(scope);
  const Object object = m_objects[static_cast<std::size_t>(chosen)];
  m_uniform_only = object.is_uniform;
  const bool is_int = object.type.name == "int";
  const Value by = folded(value(is_int ? Domain::i : Domain::f, 1), 1000);
  m_uniform_only = false;
  const std::string &n = object.name, &type = object.type.name,
                    fold = is_int ? fmt::format("{} %= 1009;", n) : fmt::format("{0} = fmodf({0}, 1021.0f);", n);
  unsigned form = m_random.below(9);
  if (!m_features.has_aliases && form >= 2 && form <= 5) form = 0;
  switch (form) {
    case 0: line(fmt::format("{} += {};", n, by.text)); break;
    case 1: line(fmt::format("{} -= {};", n, by.text)); break;
    case 2:
      line(fmt::format("{} *where{} = &{};", type, m_names, n));
      line(fmt::format("*where{} += {};", m_names++, by.text));
      break;
    case 3:
      line(fmt::format("{}& same{} = {};", type, m_names, n));
      line(fmt::format("same{} = same{} - {};", m_names, m_names, by.text));
      ++m_names;
      break;
    case 4:
      helper("bump_" + type, fmt::format("__device__ void bump_{0}({0}& what, {0} by) {{ what += by; }}\n", type));
      line(fmt::format("bump_{}({}, {});", type, n, by.text));
      break;
    case 5:
      helper("poke", "template <typename V>\n__device__ void poke(V* where, V by) { *where = *where + by; }\n");
      line(fmt::format("poke(&{}, {});", n, is_int ? cast("int", by.text) : cast("float", by.text)));
      break;
    case 6:
      if (is_int) line(fmt::format("{}{};", m_random.chance(50) ? "++" : "--", n));
      else line(fmt::format("{} += 0.0f;", n)), line(fmt::format("*(unsigned*)&{0} &= 0xff800000u;", n));
      break;
    case 7: line(fmt::format("for (int k = 0; k < {}; ++k) {} += {};", 2 + m_random.below(4), n, is_int ? "k" : "1.0f")); break;
    default: line(fmt::format("({}) = ({}) + {};", n, n, by.text)); break;
  }
  line(fold);
}

/// swap, and subscripts with a side effect.
void Writer::change_pair(const Scope& scope) {
  const int a = changed_local(scope, "int");
  if (a < 0) return assign(scope);
  const Object first = m_objects[static_cast<std::size_t>(a)];
  const int b = pick_mutable(scope, [&](const Object& object) {
    return !object.is_array() && object.type.form == Type::Form::scalar && object.type.name == "int" &&
           object.name != first.name && object.is_uniform == first.is_uniform && object.target < 0 && first.target < 0;
  });
  const int array =
      pick_mutable(scope, [](const Object& object) { return object.is_array() && object.elements >= 4 && !object.is_uniform; });
  if (array >= 0 && m_random.chance(50) && !first.is_uniform) {
    const Object target = m_objects[static_cast<std::size_t>(array)];
    line(fmt::format("{} &= 1;", first.name));
    const std::string text = stored_value(target.type.leaves[0].type, literal(target.type.leaves[0].type.domain), true);
    line(fmt::format("{}[{}++] = {};", target.name, first.name, text));
    return line(fmt::format("{}[++{}] = {};", target.name, first.name, text));
  }
  if (b < 0) return assign(scope);
  const std::string other = m_objects[static_cast<std::size_t>(b)].name;
  if (m_random.chance(50)) {
    helper("exchange",
           "template <class V>\n__device__ inline void exchange(V& x, V& y) {\n  V t = x;\n  x = y;\n  y = t;\n}\n");
    line(fmt::format("exchange({}, {});", first.name, other));
  } else {
    line(fmt::format("{{ int t = {0}; {0} = {1}; {1} = t; }}", first.name, other));
  }
}

void Writer::change_by_method(const Scope& scope) {
  const int chosen = pick_mutable(
      scope, [](const Object& object) { return object.type.has_methods && !object.is_array() && !object.is_uniform; });
  if (chosen < 0) return assign(scope);
  const Object object = m_objects[static_cast<std::size_t>(chosen)];
  const Value by = folded(value(Domain::i, 1), 1000);
  switch (m_random.below(3)) {
    case 0: return line(fmt::format("{}.set({});", object.name, by.text));
    case 1: return line(fmt::format("{0}.set({0}.twice() % 1009);", object.name));
    default: return line(fmt::format("{}.add({}).add({});", object.name, by.text, m_random.below(9)));
  }
}

void Writer::inner_block(const Scope& scope) {
  const std::size_t begin = begin_scope();
  Scope inner = scope;
  ++inner.depth;
  open("{");
  declare(inner);
  block(inner, 1 + static_cast<int>(m_random.below(3)));
  if (m_objects.size() > begin) note(m_objects.back());
  close();
  end_scope(begin);
}

}  // namespace judge::differential::people
