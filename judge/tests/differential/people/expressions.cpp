#include <fmt/format.h>

#include <cmath>

#include "judge/tests/differential/people/writer.hpp"

namespace judge::differential::people {

std::string Writer::cast(const std::string& type, const std::string& text) {
  if (m_style.cast == 0) return fmt::format("static_cast<{}>({})", type, text);
  if (m_style.cast == 1) return fmt::format("({})({})", type, text);
  // Not `(long long)(float(int(x))) * y`: what stands before the `*` may be a type, and then is one.
  if (type.contains(' ')) return fmt::format("static_cast<{}>({})", type, text);
  return fmt::format("{}({})", type, text);
}

Value Writer::literal(Domain domain) {
  const unsigned number = m_random.chance(70) ? 1 + m_random.below(9) : m_random.below(100);
  constexpr const char* suffixes[] = {"", "u", "ll", "ull", ".0f", ".0"};
  return {fmt::format("{}{}", number, suffixes[static_cast<int>(domain)]), domain, static_cast<double>(number)};
}

bool Writer::is_readable(const Object& object) const {
  if (object.hidden > 0 || !object.has_value) return false;
  if (m_is_index && object.is_array()) return false;
  if (m_uniform_only && !object.is_uniform) return false;
  const Object& source = object.target >= 0 ? root(object.target) : object;
  switch (source.state) {
    case State::clean:
    case State::read: return true;
    case State::owned: return object.target < 0 && !m_uniform_only && object.elements >= threads();
    case State::single: return !m_single.empty() && m_single == source.own_index;
    default: return false;
  }
}

Value Writer::read(const std::string& text, const Scalar& type) {
  if (type.form == Scalar::Form::half) return {fmt::format("__half2float({})", text), Domain::f, type.bound};
  if (type.form == Scalar::Form::enumeration) return {cast("int", text), Domain::i, type.bound};
  // What is narrow is an int in arithmetic, and min(), the conditional and templates are to see one type.
  if (type.domain == Domain::i && type.name != "int" && m_random.chance(40)) return {cast("int", text), Domain::i, type.bound};
  if (type.domain == Domain::i && type.name != "int") return {fmt::format("(+{})", text), Domain::i, type.bound};
  if (type.domain == Domain::w && type.name != "unsigned long long")
    return {cast("unsigned long long", text), Domain::w, type.bound};
  return {text, type.domain, type.bound};
}

std::optional<Value> Writer::variable(Domain domain) {
  struct Place {
    int object;
    const Leaf* leaf;
  };
  std::vector<Place> places;
  for (std::size_t i = 0; i < m_objects.size(); ++i)
    if (is_readable(m_objects[i]))
      for (const Leaf& leaf : m_objects[i].type.leaves)
        if (leaf.type.domain == domain) places.push_back({static_cast<int>(i), &leaf});
  if (places.empty()) return std::nullopt;
  const Place place = places[m_random.below(static_cast<unsigned>(places.size()))];
  const Leaf leaf = *place.leaf;
  const State state = root(place.object).state;
  // Its index, if it has one, may read other variables, but not change whether this one may be read.
  const std::string at = !m_objects[static_cast<std::size_t>(place.object)].is_array() ? "0"
                         : state == State::owned                                       ? root(place.object).own_index
                                                 : index(m_objects[static_cast<std::size_t>(place.object)].elements);
  if (root(place.object).state == State::clean && root(place.object).storage != Storage::local)
    root(place.object).state = State::read;
  return read(m_objects[static_cast<std::size_t>(place.object)].at(at) + leaf.suffix, leaf.type);
}

Value Writer::leaf(Domain domain) {
  if (m_random.chance(80))
    if (auto found = variable(domain)) return *found;
  if (m_random.chance(30)) return literal(domain);
  if (!m_uniform_only && m_random.chance(60)) {
    const Value tid = {m_style.tid_is_int ? m_style.tid : cast("int", m_style.tid), Domain::i, 511};
    return converted(tid, domain);
  }
  if (m_random.chance(25)) return converted({cast("int", "blockIdx.x"), Domain::i, 3}, domain);
  const Domain other = static_cast<Domain>(m_random.below(6));
  if (auto found = variable(other)) return converted(*found, domain);
  return literal(domain);
}

Value Writer::folded(Value value, double bound) {
  if (value.bound <= bound || wraps(value.domain)) return value;
  const auto number = static_cast<long long>(bound);
  switch (value.domain) {
    case Domain::i: {
      if (m_random.chance(50) || number < 3) return {fmt::format("({} % {})", value.text, number + 1), Domain::i, bound};
      const long long mask = (1ll << static_cast<int>(std::log2(bound + 1))) - 1;
      return {fmt::format("({} & {})", value.text, mask), Domain::i, static_cast<double>(mask)};
    }
    case Domain::l: return {fmt::format("({} % {}ll)", value.text, number + 1), Domain::l, bound};
    case Domain::f:
      if (m_random.chance(50)) return {fmt::format("fmodf({}, {}.0f)", value.text, number), Domain::f, bound};
      return {cast("float", fmt::format("{} % {}", cast("int", value.text), number)), Domain::f, bound};
    default: return {fmt::format("fmod({}, {}.0)", value.text, number), Domain::d, bound};
  }
}

Value Writer::converted(Value value, Domain domain) {
  if (value.domain == domain) return value;
  if (wraps(domain)) {
    // Through an int, as a real number below zero has no unsigned one.
    if (value.domain == Domain::f || value.domain == Domain::d) value = converted(value, Domain::i);
    return {cast(type_name(domain), value.text), domain, 0};
  }
  if (wraps(value.domain)) {
    const bool is_wide = value.domain == Domain::w;
    if (m_random.chance(50)) value = {fmt::format("({} & 1023{})", value.text, is_wide ? "ull" : "u"), value.domain, 1023};
    else value = {fmt::format("({} % 1000{})", value.text, is_wide ? "ull" : "u"), value.domain, 999};
    return {cast(type_name(domain), value.text), domain, value.bound};
  }
  if (value.bound > limit(domain)) value = folded(value, domain == Domain::f ? 4096 : 30000);
  return {cast(type_name(domain), value.text), domain, value.bound};
}

std::string Writer::minimum(Domain domain, bool is_minimum, const std::string& a, const std::string& b) {
  constexpr const char* names[][2] = {{"max", "min"}, {"max", "min"},     {"max", "min"},
                                      {"max", "min"}, {"fmaxf", "fminf"}, {"fmax", "fmin"}};
  return fmt::format("{}({}, {})", names[static_cast<int>(domain)][is_minimum], a, b);
}

Value Writer::whole_number(int depth) {
  const Value a = value(Domain::i, depth - 1);
  const unsigned number = 2 + m_random.below(14), shift = 1 + m_random.below(5);
  switch (m_random.below(7)) {
    case 0: return {fmt::format("({} / {})", a.text, number), Domain::i, a.bound};
    case 1: return {fmt::format("({} % {})", a.text, number), Domain::i, static_cast<double>(number - 1)};
    case 2:
      return {fmt::format("({} & {})", a.text, (1u << (shift + 2)) - 1), Domain::i,
              static_cast<double>((1u << (shift + 2)) - 1)};
    case 3: return {fmt::format("({} >> {})", a.text, shift), Domain::i, a.bound};
    case 4: {
      const Value c = folded(a, 30000), b = folded(value(Domain::i, depth - 1), 30000);
      return {fmt::format("({} {} {})", c.text, m_random.chance(50) ? '^' : '|', b.text), Domain::i, 65536};
    }
    case 5: return {fmt::format("abs({})", a.text), Domain::i, a.bound};
    default: return {fmt::format("({} ? {} : {})", condition(depth - 1), number, shift), Domain::i, 16};
  }
}

Value Writer::wrapping(Domain domain, int depth) {
  const std::string a = value(domain, depth - 1).text, b = value(domain, depth - 1).text;
  const char* const one = domain == Domain::u ? "1u" : "1ull";
  const unsigned shift = 1 + m_random.below(20);
  constexpr const char* operations[] = {"+", "-", "*", "^", "&", "|"};
  switch (m_random.below(8)) {
    case 0: return {fmt::format("({} >> {})", a, shift), domain, 0};
    case 1: return {fmt::format("(({0} << {1}) | ({0} >> {2}))", a, shift, 32 - shift), domain, 0};
    case 2: return {fmt::format("({} {} ({} | {}))", a, m_random.chance(50) ? '/' : '%', b, one), domain, 0};
    case 3: return {minimum(domain, m_random.chance(50), a, b), domain, 0};
    default: return {fmt::format("({} {} {})", a, m_random.pick(operations), b), domain, 0};
  }
}

Value Writer::arithmetic(Domain domain, int depth) {
  Value a = value(domain, depth - 1);
  Value b = value(domain, depth - 1);
  const unsigned operation = m_random.below(10);
  if (operation == 9) {
    const std::string asked = condition(depth - 1);
    return {fmt::format("({} ? {} : {})", asked, a.text, b.text), domain, std::max(a.bound, b.bound)};
  }
  if (operation == 8) return {minimum(domain, m_random.chance(50), a.text, b.text), domain, std::max(a.bound, b.bound)};
  if (operation == 7 && domain == Domain::f) return {fmt::format("floorf({} * 0.5f)", a.text), domain, a.bound};
  if (operation >= 5) {
    if (a.bound * b.bound > limit(domain)) a = folded(a, 1000), b = folded(b, 1000);
    return {fmt::format("({} * {})", a.text, b.text), domain, a.bound * b.bound};
  }
  if (a.bound + b.bound > limit(domain)) a = folded(a, 1000), b = folded(b, 1000);
  return {fmt::format("({} {} {})", a.text, operation < 3 ? '+' : '-', b.text), domain, a.bound + b.bound};
}

Value Writer::value(Domain domain, int depth) {
  if (depth <= 0 || m_random.chance(20)) return leaf(domain);
  if (m_random.chance(12)) return converted(value(static_cast<Domain>(m_random.below(6)), depth - 1), domain);
  if (wraps(domain)) return wrapping(domain, depth);
  if (domain == Domain::i && m_random.chance(45)) return whole_number(depth);
  return arithmetic(domain, depth);
}

std::string Writer::condition(int depth) {
  const unsigned choice = m_random.below(10);
  if (choice == 0 && !m_uniform_only) return fmt::format("{} % {} == 0", m_style.tid, 2 + m_random.below(5));
  if (choice == 1 && !m_uniform_only) return fmt::format("{} < {}", m_style.tid, m_random.below(threads() + 2));
  if (choice == 2) {
    const std::string a = condition(depth - 1), b = condition(depth - 1);
    if (depth > 0) return fmt::format("({} {} {})", a, m_random.chance(50) ? "&&" : "||", b);
  }
  constexpr Domain domains[] = {Domain::i, Domain::i, Domain::u, Domain::f, Domain::d, Domain::l};
  const Domain domain = m_random.pick(domains);
  const std::string a = value(domain, depth).text;
  if (choice == 3 && domain == Domain::i) return fmt::format("({} & {}) != 0", a, 1u << m_random.below(3));
  if (choice == 4 && domain == Domain::u) return fmt::format("({} & {}u) == 0u", a, 1 + m_random.below(3));
  const std::string b = value(domain, depth > 0 ? depth - 1 : 0).text;
  constexpr const char* operations[] = {"<", ">", "<=", ">=", "==", "!="};
  return fmt::format("({} {} {})", a, m_random.pick(operations), b);
}

std::string Writer::uniform_condition(int depth) {
  const bool before = m_uniform_only;
  m_uniform_only = true;
  std::string text = condition(depth);
  m_uniform_only = before;
  return text;
}

/// `is_exact`: of the very type, as braces and templates ask for.
std::string Writer::stored_value(const Scalar& type, Value value, bool is_exact) {
  value = folded(converted(std::move(value), type.domain), type.bound);
  switch (type.form) {
    case Scalar::Form::half: return fmt::format("__float2half({})", value.text);
    case Scalar::Form::enumeration: return cast(type.name, fmt::format("{} & 3", value.text));
    case Scalar::Form::boolean: return fmt::format("({} & 1) != 0", value.text);
    default: return is_exact || m_random.chance(20) ? cast(type.name, value.text) : value.text;
  }
}

std::string Writer::stored(const Scalar& type, int depth) {
  if (type.form == Scalar::Form::boolean && m_random.chance(60)) return condition(depth);
  return stored_value(type, value(type.domain, depth), false);
}

std::string Writer::initialiser(const Type& type, int depth) {
  if (type.form == Type::Form::scalar) return stored(type.leaves[0].type, depth);
  std::string parts;
  for (const Leaf& one : type.leaves) {
    Value part = value(one.type.domain, depth > 0 ? depth - 1 : 0);
    parts += (parts.empty() ? "" : ", ") + stored_value(one.type, std::move(part), true);
  }
  if (type.form == Type::Form::vector) return fmt::format("make_{}({})", type.name, parts);
  return fmt::format("{}{{{}}}", type.name, parts);
}

std::string Writer::index(unsigned end) {
  if (end == 1) return "0";
  const bool was_index = m_is_index;
  m_is_index = !m_random.chance(15);  // an index out of another array is rare
  std::string text = index_text(end);
  m_is_index = was_index;
  return text;
}

std::string Writer::index_text(unsigned end) {
  switch (m_random.below(m_uniform_only ? 2 : 6)) {
    case 0: return std::to_string(m_random.below(end));
    case 1: {
      const Value unit = value(Domain::u, 0);
      return fmt::format("{} % {}u", unit.text, end);
    }
    case 2:
      if (end >= threads()) return m_style.tid;
      [[fallthrough]];
    case 3: return fmt::format("({} + {}) % {}", m_style.tid, 1 + m_random.below(end), end);
    case 4:
      if (end == threads()) return fmt::format("{} - 1 - {}", m_style.threads, m_style.tid);
      [[fallthrough]];
    default: return fmt::format("{} & {}", value(Domain::i, 1).text, (1u << static_cast<unsigned>(std::log2(end))) - 1);
  }
}

}  // namespace judge::differential::people
