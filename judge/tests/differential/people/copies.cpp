// Copies of shared variables in variables of a thread, in all forms that the language has.
#include <fmt/format.h>

#include "judge/tests/differential/people/writer.hpp"

namespace judge::differential::people {

void Writer::copy(const Scope& scope) {
  const int chosen = pick_object([&](const Object& object) { return object.storage != Storage::local; });
  if (chosen < 0) return declare(scope);
  copy_of(scope, chosen);
}

void Writer::copy_of(const Scope& scope, int chosen) {
  if (!need(scope, chosen, State::read)) return assign(scope);
  const Object object = m_objects[static_cast<std::size_t>(chosen)];
  if (object.type.form != Type::Form::scalar && m_random.chance(45)) return copy_whole(scope, chosen);
  const bool is_uniform = scope.is_uniform && m_random.chance(60);
  m_uniform_only = is_uniform;
  const std::string at = object.is_array() ? index(object.elements) : "0";
  m_uniform_only = false;
  const Leaf leaf = object.type.leaves[m_random.below(static_cast<unsigned>(object.type.leaves.size()))];
  copy_number(scope, object.at(at) + leaf.suffix, leaf.type, is_uniform);
}

void Writer::copy_number(const Scope& scope, const std::string& text, const Scalar& type, bool is_uniform) {
  Object object = {fresh_name(scope), m_types.of(type)};
  object.is_uniform = is_uniform;
  object.is_constant = m_random.chance(m_style.likes_const ? 60 : 25);
  // A name of an inner block may be that of the shared variable itself.
  if (text.starts_with(object.name) || text.contains(object.name)) object.name = unique("taken");
  hide(object.name, 1);
  const std::string& n = object.name;
  const std::string plain = type.name, word = m_style.likes_auto && m_random.chance(60) ? "auto" : plain;
  const std::string changing = word, kept = (object.is_constant ? "const " : "") + word;
  const auto assigned = [&](const std::string& first, const std::string& later) {
    object.is_constant = false;
    line(fmt::format("{} {}{};", plain, n, first));
    line(later);
  };
  m_uniform_only = is_uniform;
  unsigned form = m_random.below(22);
  if (!m_features.has_aliases && (form == 8 || form == 9)) form = 20;
  if (!m_features.has_lambdas && form == 13) form = 21;
  switch (form) {
    case 0: line(fmt::format("{} {}(({}));", kept, n, text)); break;
    case 1: line(fmt::format("{} {}{{{}}};", kept == word ? plain : "const " + plain, n, text)); break;
    case 2: assigned("", fmt::format("{} = {};", n, text)); break;
    case 3: line(fmt::format("{} {} = {};", kept, n, cast(plain, text))); break;
    case 4: {
      const std::string other = stored_value(type, literal(type.domain), true);
      const std::string asked = condition(1);
      line(fmt::format("{} {} = {} ? {} : {};", kept, n, asked, text, other));
      break;
    }
    case 5:
    case 6: {
      Value got = read(text, type);
      const Value more = folded(value(type.domain, 0), 1000);
      if (!wraps(type.domain)) got = folded(got, 1e6);
      got = {fmt::format("({} {} {})", got.text, m_random.chance(50) ? '+' : '-', more.text), got.domain, got.bound + 1000};
      const std::string stored_text = stored_value(type, got, true);
      line(fmt::format("{} {} = {};", kept, n, stored_text));
      break;
    }
    case 7: {
      Value got = read(text, type);
      if (!wraps(type.domain)) got.text = fmt::format("(-{})", got.text);
      line(fmt::format("{} {} = {};", kept, n, stored_value(type, got, true)));
      break;
    }
    case 8:
      line(fmt::format("const {}* ptr{} = &{};", plain, m_names, text));
      line(fmt::format("{} {} = *ptr{};", kept, n, m_names++));
      break;
    case 9:
      line(fmt::format("const {}& ref{} = {};", plain, m_names, text));
      line(fmt::format("{} {} = ref{};", kept, n, m_names++));
      break;
    case 10:
      object.is_constant = false;
      object.elements = 2;
      line(fmt::format("{} {}[2] = {{{}, {}}};", plain, n, text, stored_value(type, value(type.domain, 1), true)));
      break;
    case 11:
      helper("same", "template <class V>\n__device__ V same(V v) { return v; }\n");
      line(fmt::format("{} {} = same({});", kept, n, text));
      break;
    case 12:
      helper("value_of", "template <typename V>\n__device__ __forceinline__ V value_of(const V& v) { return v; }\n");
      line(fmt::format("{} {} = value_of({});", kept, n, text));
      break;
    case 13: line(fmt::format("{} {} = [&] {{ return {}; }}();", kept, n, text)); break;
    case 14: {
      const std::string other = unique("copy");
      line(fmt::format("{} {} = {}, {} = {};", kept, other, text, n, other));
      break;
    }
    case 15:
      object.is_constant = false;
      if (type.form != Scalar::Form::half && !m_features.is_plain) line(fmt::format("volatile {} {} = {};", plain, n, text));
      else line(fmt::format("{} {} = {};", plain, n, text));
      break;
    case 16: line(fmt::format("{} {} = {};", kept, n, m_random.chance(50) ? "*&" + text : "(" + text + ")")); break;
    case 17: {
      const std::string other = stored_value(type, literal(type.domain), true);
      const std::string asked = condition(1);
      assigned(" = " + other, fmt::format("if ({}) {} = {};", asked, n, text));
      break;
    }
    case 18:
      line(fmt::format("using Copy{} = {};", m_names, plain));
      line(fmt::format("{}Copy{} {} = {};", object.is_constant ? "const " : "", m_names, n, text));
      ++m_names;
      break;
    default: line(fmt::format("{} {} = {};", kept, n, text)); break;
  }
  m_uniform_only = false;
  // What is volatile keeps out of templates and references.
  if (form == 15) object.is_constant = true;
  add_local(scope, object);
}

void Writer::copy_whole(const Scope& scope, int chosen) {
  const Object source = m_objects[static_cast<std::size_t>(chosen)];
  Object object = {fresh_name(scope, false), source.type};
  object.is_uniform = scope.is_uniform && m_random.chance(50);
  m_uniform_only = object.is_uniform;
  const std::string text = source.at(source.is_array() ? index(source.elements) : "0"), &n = object.name,
                    &type = object.type.name;
  m_uniform_only = false;
  object.is_constant = m_random.chance(40);
  const std::string head = (object.is_constant ? "const " : "") + (m_style.likes_auto ? "auto" : type);
  switch (m_features.has_aliases ? m_random.below(5) : m_random.below(2) * 4) {
    case 0:
      object.is_constant = false;
      line(fmt::format("{} {};", type, n));
      if (m_random.chance(50)) line(fmt::format("{} = {};", n, text));
      else
        for (const Leaf& leaf : object.type.leaves) line(fmt::format("{0}{1} = {2}{1};", n, leaf.suffix, text));
      break;
    case 1: line(fmt::format("{} {}{{{}}};", object.is_constant ? "const " + type : type, n, text)); break;
    case 2:
      line(fmt::format("const {}* src{} = &{};", type, m_names, text));
      line(fmt::format("{} {} = *src{};", head, n, m_names++));
      break;
    case 3:
      line(fmt::format("const {}& alias{} = {};", type, m_names, text));
      line(fmt::format("{} {} = alias{};", head, n, m_names++));
      break;
    default: line(fmt::format("{} {} = {};", head, n, text)); break;
  }
  m_reserved.push_back(n);
  add_local(scope, object);
}

}  // namespace judge::differential::people
