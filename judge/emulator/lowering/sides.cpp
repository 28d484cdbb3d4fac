#include "judge/emulator/lowering/sides.hpp"

#include <algorithm>

#include "judge/emulator/lowering/scopes.hpp"

namespace judge::lowering {

namespace {

/// An expression may follow these words; behind all others a name is declared.
bool is_before_expression(const Translation& t, std::size_t i) {
  return t.is_one_of(i, {"return", "else", "do", "case", "throw", "co_return", "co_yield"});
}

bool is_word_of_attribute(const Translation& t, std::size_t i) {
  return t.is_one_of(
      i, {"__attribute__", "alignas", "__launch_bounds__", "__cluster_dims__", "decltype", "noexcept", "__declspec"});
}

/// The first token of the declaration that `i` is part of.
std::size_t begin_of_declaration(const Translation& t, std::size_t i) {
  for (std::size_t before = t.previous(i); before != none; before = t.previous(i)) {
    if (t.is_one_of(before, {";", "{", "}"})) break;
    i = before;
  }
  return i;
}

bool has_conditional_code(const Translation& t, Range body) {
  for (std::size_t i = body.begin; i < body.end; i = t.next(i))
    if (t.is(i, "if") && t.is(t.next(i), "constexpr")) return true;
  return false;
}

std::size_t name_of(const Translation& t, const Function& function) {
  return t.previous(t.previous(function.parameters.begin));
}

/// Does the > at `i` end template arguments, for all that can be told?
bool may_close_angles(const Translation& t, std::size_t i) {
  return t.is_one_of(i, {">", ">>", ">>>"}) && t.opening_angle(i) != none;
}

/// Does the name at `i`, behind a comma, stand among the arguments of a call? The head of a loop may declare.
bool is_argument(const Translation& t, std::size_t i) {
  for (i = t.previous(i); i != none && !t.is_one_of(i, {"(", "[", "{", ";"}); i = t.previous(i))
    if (t.is_one_of(i, {")", "]", "}"})) i = t.opening(i);
  return t.is(i, "(") && !t.is_one_of(t.previous(i), {"for", "if", "while", "switch"});
}

/// May the name at `i`, a use of a variable, declare another thing of that name?
bool may_declare(const Translation& t, std::size_t i) {
  const std::size_t before = t.previous(i), after = t.next(i);
  if (t.is_identifier(before)) return !is_before_expression(t, before);
  if (may_close_angles(t, before)) return true;
  if (t.is_one_of(before, {".", "->", "::", "~", "&&"}) || t.is_one_of(after, {"(", "<"})) return true;
  if (t.is_one_of(before, {"*", "&"})) {
    const std::size_t type = t.previous(before);
    return t.is_one_of(type, {">", ">>", "*", "&"}) || (t.is_identifier(type) && !is_before_expression(t, type));
  }
  if (t.is(before, ",")) return !t.is(after, ")") && !is_argument(t, i);
  if (t.is(before, "[")) return t.is_one_of(t.previous(before), {"auto", "&", "&&"}) || t.is_one_of(after, {"=", ",", "..."});
  if (t.is(before, "{"))
    return t.is_one_of(after, {",", "}"}) || (t.is(after, "=") && t.holds({begin_of_declaration(t, before), before}, {"enum"}));
  return t.is(after, "=") && !t.is_one_of(before, {";", "}", ")"});
}

/// The names that `__device__ float a, *b[4] = ...;` declares; none where it declares something else or no variable.
std::vector<std::size_t> declared_variables(const Translation& t, std::size_t i) {
  std::vector<std::size_t> names;
  for (; i < t.size(); i = t.next(i)) {
    if (is_word_of_attribute(t, i) && t.is(t.next(i), "(")) {
      i = t.closing(t.next(i));
    } else if (t.is_one_of(i, {"const", "constexpr", "extern", "(", "{", "::", "<"})) {
      return names;
    } else if (t.is_one_of(i, {"=", "[", ",", ";"})) {
      if (t.is_identifier(t.previous(i))) names.push_back(t.previous(i));
      while (i < t.size() && !t.is_one_of(i, {",", ";"})) i = t.next(t.is_one_of(i, {"(", "[", "{"}) ? t.closing(i) : i);
      if (t.is(i, ";")) return names;
    }
  }
  return {};
}

bool opens_a_namespace(const Translation& t) {
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.is(i, "using") && !t.is(t.next(t.next(i)), "=")) return true;  // using namespace std; using cub::Sum;
  return false;
}

/// The words of a header that stand outside all braces but those of extern "C".
void add_global_words(std::string_view text, std::unordered_set<std::string_view>& words) {
  const auto tokens = lex_source(text);
  std::vector<bool> counts;
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.kind == TokenKind::identifier && depth == 0) words.insert(token.text);
    if (token.kind != TokenKind::punctuation) continue;
    if (token.text == "{") {
      counts.push_back(i < 2 || tokens[i - 2].text != "extern" || tokens[i - 1].kind != TokenKind::text);
      depth += counts.back();
    } else if (token.text == "}" && !counts.empty()) {
      depth -= counts.back();
      counts.pop_back();
    }
  }
}

}  // namespace

Sides::Sides(const Translation& translation, const Qualified& qualified) : t(translation) {
  Scopes scopes(t);
  m_at_namespace.resize(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    scopes.visit(i);
    m_at_namespace[i] = scopes.at_namespace();
    if (t.is_identifier(i)) m_uses[t.token(i).text].push_back(i);
    if (!t.is(i, "__global__")) continue;
    const auto kernel = find_kernel_declaration(t, i);
    if (!kernel) continue;
    m_kernel_names.insert(kernel->name);
    const bool is_plain = kernel->template_headers.empty() && !kernel->is_specialization && kernel->body != none;
    if (!is_plain || !m_at_namespace[i] || has_conditional_code(t, {kernel->body, kernel->end})) continue;
    m_plain_kernels.push_back(*kernel);
    m_device_code.push_back({kernel->name, {t.next(kernel->open), kernel->close}, {kernel->body, kernel->end}, true});
  }
  find_device_names(qualified);
  find_functions(qualified);
  find_variables();
  find_device_variables(qualified);
}

/// All identifiers up to a declaration's parameters or value, its name among them.
void Sides::find_device_names(const Qualified& qualified) {
  const auto add = [&](std::size_t from, std::unordered_set<std::string_view>& names) {
    for (std::size_t i = from; i < t.size(); i = t.next(i)) {
      if (t.is_identifier(i)) names.insert(t.token(i).text);
      if (is_word_of_attribute(t, i) && t.is(t.next(i), "(")) i = t.closing(t.next(i));
      if (i == none || t.is_one_of(i, {"(", ";", "{", "}", "="})) break;
    }
  };
  for (const std::size_t i : qualified.device) add(i, m_device_names);
  for (const std::size_t i : qualified.constant) add(i, m_device_names);
  for (const std::size_t i : qualified.managed) add(i, m_device_names);
  for (const std::size_t i : qualified.host) add(i, m_both_names);
}

Sides::Kind Sides::kind_of(const Function& function, std::size_t name) const {
  if (m_kernel_names.contains(name)) return Kind::kernel;
  const Range specifiers{begin_of_declaration(t, name), name};
  if (!m_at_namespace[name] || function.is_constructor || t.is(t.previous(name), "::") ||
      t.holds(specifiers, {"constexpr", "consteval", "operator", "template", "auto", "requires", "concept"}))
    return Kind::other;
  const bool is_both = m_both_names.contains(function.name);
  if (m_device_names.contains(function.name)) return is_both ? Kind::other : Kind::device;
  return is_both ? Kind::other : Kind::host;
}

void Sides::find_functions(const Qualified& qualified) {
  for (const Function& function : lowering::find_functions(t)) {
    if (function.name.empty()) continue;
    const std::size_t name = name_of(t, function);
    Meaning& meaning = m_meanings[function.name];
    meaning = {kind_of(function, name), name, meaning.definitions + 1};
    const bool is_plain = meaning.kind == Kind::host && !has_conditional_code(t, function.body) &&
                          !t.holds({t.next(function.parameters.end), function.body.begin}, {"auto", "->"}) &&
                          !t.holds(function.parameters, {"auto"});
    if (is_plain) m_host.push_back(function);
    if (meaning.kind == Kind::device) add_device_code(function, name, qualified);
  }
}

/// Nothing calls a static or inline function from elsewhere: nvcc looks at it only if something does here.
void Sides::add_device_code(const Function& function, std::size_t name, const Qualified& qualified) {
  const Range specifiers{begin_of_declaration(t, name), name};
  const auto is_here = [&](std::size_t i) { return i >= specifiers.begin && i <= name; };
  if (std::ranges::none_of(qualified.device, is_here) || has_conditional_code(t, function.body) ||
      t.holds(function.parameters, {"auto"}))
    return;
  const bool is_compiled =
      is_global(name) && !t.holds(specifiers, {"static", "inline", "__inline__", "__inline", "__forceinline__"});
  m_device_code.push_back({name, function.parameters, function.body, false, is_compiled});
}

/// `static float* name[4] = ...;` of numbers, at namespace scope, and `constexpr float name[4] = ...`.
void Sides::find_variables() {
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!m_at_namespace[i] || !t.is_one_of(i, {";", "=", "["}) || !t.is_identifier(t.previous(i))) continue;
    const std::size_t name = t.previous(i);
    bool is_number = false, is_known = true, is_pointer = false, is_const = false;
    for (std::size_t j = begin_of_declaration(t, name); j < name; j = t.next(j)) {
      const bool is_type = t.is_one_of(j, {"int", "float", "double", "unsigned", "char", "long", "short", "size_t", "bool"});
      is_number |= is_type;
      is_pointer |= t.is(j, "*");
      is_const |= t.is_one_of(j, {"const", "constexpr"});
      is_known &= is_type || t.is_one_of(j, {"static", "*", "signed", "const", "constexpr"});
    }
    if (!is_number || !is_known || (is_const && (is_pointer || !t.is(i, "[")))) continue;
    (is_const ? m_tables : m_variables).emplace(t.token(name).text, name);
  }
}

/// May a call of this name mean a function of a system's header? What lies in a namespace there may only where the user opens one.
bool Sides::is_in_a_header(std::string_view word) const {
  if (opens_a_namespace(t)) {
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t.token(i).kind == TokenKind::foreign && find_word(t.token(i).text, word) != std::string_view::npos) return true;
    return false;
  }
  if (m_global_in_headers.empty())
    for (std::size_t i = 0; i < t.size(); ++i)
      if (t.token(i).kind == TokenKind::foreign) add_global_words(t.token(i).text, m_global_in_headers);
  return m_global_in_headers.contains(word);
}

/// Does the word stand for anything but calls, launches, and functions at namespace scope?
bool Sides::has_other_uses(std::string_view word, std::size_t definition) const {
  const auto is_other = [&](std::size_t i) {
    if (i == definition || m_kernel_names.contains(i)) return false;
    const std::size_t before = t.previous(i), after = t.next(i);
    if (may_close_angles(t, before)) return true;
    if (t.is_one_of(before, {".", "->", "::", "&", "~"}) || !t.is_one_of(after, {"(", "<<<"})) return true;
    return t.is_identifier(before) && !is_before_expression(t, before) && !m_at_namespace[i];
  };
  return std::ranges::any_of(m_uses.at(word), is_other);
}

bool Sides::is_undeclared(std::string_view word) const {
  return !m_meanings.contains(word) && !m_device_names.contains(word) && !has_other_uses(word, none);
}

bool Sides::is_global(std::size_t place) const {
  int depth = 0;
  for (std::size_t i = 0; i < place; ++i) depth += t.is(i, "{") ? 1 : t.is(i, "}") ? -1 : 0;
  return depth == 0;
}

std::size_t Sides::the_only(std::size_t i, Kind kind) const {
  if (!t.is_identifier(i) || m_kernel_names.contains(i)) return none;
  const std::string_view word = t.token(i).text;
  const auto found = m_meanings.find(word);
  if (found == m_meanings.end() || found->second.kind != kind || found->second.definitions != 1) return none;
  if (found->second.name == i || has_other_uses(word, found->second.name) || is_in_a_header(word)) return none;
  return found->second.name;
}

std::size_t Sides::host_function(std::size_t i) const { return the_only(i, Kind::host); }
std::size_t Sides::device_function(std::size_t i) const { return the_only(i, Kind::device); }
std::size_t Sides::kernel(std::size_t i) const { return the_only(i, Kind::kernel); }

void Sides::find_device_variables(const Qualified& qualified) {
  std::unordered_set<std::string_view> managed;
  for (const std::size_t i : qualified.managed)
    for (const std::size_t name : declared_variables(t, i)) managed.insert(t.token(name).text);
  for (const auto* places : {&qualified.device, &qualified.constant})
    for (const std::size_t i : *places)
      for (const std::size_t name : is_at_namespace(i) ? declared_variables(t, i) : std::vector<std::size_t>())
        if (!managed.contains(t.token(name).text)) m_device_variables.emplace(t.token(name).text, name);
}

std::size_t Sides::the_only_variable(const std::unordered_map<std::string_view, std::size_t>& variables, std::size_t i) const {
  const auto found = t.is_identifier(i) ? variables.find(t.token(i).text) : variables.end();
  if (found == variables.end() || found->second == i) return none;
  const auto declares = [&](std::size_t use) { return use != found->second && may_declare(t, use); };
  // What a header has of that name is hidden by it.
  return std::ranges::any_of(m_uses.at(found->first), declares) || !is_global(found->second) ? none : found->second;
}

std::size_t Sides::host_variable(std::size_t i) const {
  return t.is_identifier(i) && m_device_names.contains(t.token(i).text) ? none : the_only_variable(m_variables, i);
}

std::size_t Sides::host_table(std::size_t i) const {
  return t.is_identifier(i) && m_device_names.contains(t.token(i).text) ? none : the_only_variable(m_tables, i);
}

std::size_t Sides::device_variable(std::size_t i) const { return the_only_variable(m_device_variables, i); }

}  // namespace judge::lowering
