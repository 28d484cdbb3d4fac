#include "judge/emulator/lowering/kernel_variables.hpp"

#include <algorithm>
#include <array>

namespace judge::lowering {

namespace {

bool is_one_of(const Translation& t, std::size_t i, std::initializer_list<std::string_view> words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return t.is(i, word); });
}

constexpr std::array<std::string_view, 20> arithmetic_types = {
    "int",      "unsigned", "long",     "short",   "char",    "signed",  "bool",     "float",   "double", "size_t",
    "uint32_t", "int32_t",  "uint64_t", "int64_t", "uint8_t", "int8_t",  "uint16_t", "int16_t", "uint",   "const"};

bool is_arithmetic_type(std::string_view word) {
  return std::ranges::find(arithmetic_types, word) != arithmetic_types.end();
}

/// Calls of these have no effect and read no memory.
bool is_pure_function(const Translation& t, std::size_t i) {
  return is_one_of(t, i, {"min", "max", "sizeof", "alignof", "static_cast", "abs", "int", "unsigned", "float", "size_t"});
}

/// Is what follows an unknown divisor, which may be zero?
bool may_divide_by_zero(const Translation& t, std::size_t i, const std::unordered_set<std::string_view>& constants) {
  const std::size_t divisor = t.next(i);
  if (divisor == none) return true;
  if (t.token(divisor).kind == TokenKind::number) return t.is(divisor, "0");
  return !constants.contains(t.token(divisor).text) &&
         !is_one_of(t, divisor, {"warpSize", "blockDim", "gridDim", "sizeof"});
}

struct Declarator {
  std::size_t name = none;
  Range prefix, suffix, initialiser;
};

/// Takes apart `* name [n] = x`. The first one of a declaration has the specifiers before it.
Declarator take_apart(const Translation& t, Range part, bool is_first) {
  Declarator declarator;
  declarator.name = declared_name(t, part);
  for (std::size_t i = part.begin; declarator.name == none && !is_first && i < part.end; i = t.next(i))
    if (t.is_identifier(i) && !is_one_of(t, i, {"const", "__restrict__"})) declarator.name = i;
  if (declarator.name == none) return declarator;
  std::size_t begin = declarator.name;
  for (std::size_t i = t.previous(begin); i != none && i >= part.begin; i = t.previous(i)) {
    if (!is_one_of(t, i, {"*", "&", "&&", "const", "__restrict__", "__restrict"})) break;
    begin = i;
  }
  // `const x` after nothing: the const belongs to the specifiers.
  if (is_first && begin == part.begin) begin = declarator.name;
  declarator.prefix = {begin, declarator.name};
  std::size_t i = t.next(declarator.name);
  const std::size_t suffix = i;
  while (i < part.end && t.is(i, "[")) i = t.next(t.closing(i));
  declarator.suffix = {suffix, std::min(i, part.end)};
  declarator.initialiser = {std::min(i, part.end), part.end};
  return declarator;
}

/// The specifiers without those that storage must not have.
std::string bare_specifiers(const Translation& t, Range range, bool has_pointer) {
  std::string text;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (is_one_of(t, i, {"register", "static"}) || (t.is(i, "const") && !has_pointer)) continue;
    text += t.token(i).text;
    text += ' ';
  }
  return text;
}

bool is_hoisted(const Translation& t, Range statement) {
  for (std::size_t i = statement.begin; i < statement.end; i = t.next(i)) {
    if (is_one_of(t, i, {"typedef", "using", "struct", "enum", "union", "class", "constexpr", "static_assert",
                         "__shared__"}))
      return true;
    if (is_one_of(t, i, {"=", "(", "[", "{"})) return false;
  }
  return false;
}

}  // namespace

KernelVariables::KernelVariables(const Translation& translation, Range body,
                                 const std::vector<std::string>& parameters,
                                 const std::unordered_set<std::string_view>& constants)
    : m_translation(translation), m_body(body), m_parameters(parameters), m_constants(constants) {
  m_variables.reserve(256);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (!is_changed_in(parameters[i], body)) continue;
    Variable variable;
    variable.name = parameters[i];
    variable.scope = body;
    variable.place = body.begin;
    variable.parameter = static_cast<int>(i);
    variable.is_pointed_to = is_pointed_to_in(parameters[i], body);
    m_variables.push_back(std::move(variable));
  }
}

const Variable* KernelVariables::find(std::size_t i) const {
  const Variable* found = nullptr;
  if (!is_name(m_translation, i)) return found;
  for (const Variable& variable : m_variables)
    if (i >= variable.scope.begin && i < variable.scope.end && m_translation.is(i, variable.name) &&
        (!found || variable.scope.begin >= found->scope.begin))
      found = &variable;
  return found;
}

bool KernelVariables::is_changed(std::size_t i) const {
  const Translation& t = m_translation;
  const std::size_t before = t.previous(i);
  if (is_one_of(t, before, {"++", "--"})) return true;
  if (t.is(before, "&")) {
    const std::size_t operand = t.previous(before);
    const bool is_binary = operand != none && (t.is_identifier(operand) || t.token(operand).kind == TokenKind::number ||
                                               is_one_of(t, operand, {")", "]"}));
    // &name[i] gives away an element, not the name.
    if ((!is_binary || t.is(operand, "return")) && !t.is(t.next(i), "[")) return true;
  }
  std::size_t after = t.next(i);
  while (t.is(after, ".")) {
    after = t.next(t.next(after));
    if (t.is(after, "(")) return true;
    while (t.is(after, "[")) after = t.next(t.closing(after));
  }
  return is_assignment(t, after) || is_one_of(t, after, {"++", "--"});
}

bool KernelVariables::is_changed_in(const std::string& name, Range range) const {
  for (std::size_t i = range.begin; i < range.end; i = m_translation.next(i))
    if (m_translation.is(i, name) && is_name(m_translation, i) && is_changed(i)) return true;
  return false;
}

bool KernelVariables::is_pointed_to_in(const std::string& name, Range range) const {
  for (std::size_t i = range.begin; i < range.end; i = m_translation.next(i))
    if (m_translation.is(i, name) && m_translation.is(m_translation.previous(i), "&") && is_changed(i) &&
        !is_assignment(m_translation, m_translation.next(i)))
      return true;
  return false;
}

/// Does nothing else in the kernel have its name? Only then can it be declared for the whole block.
bool KernelVariables::is_lone(const Variable& variable) const {
  if (std::ranges::find(m_parameters, variable.name) != m_parameters.end()) return false;
  for (const Variable& other : m_variables)
    if (other.name == variable.name) return false;
  for (std::size_t i = m_body.begin; i < m_body.end; i = m_translation.next(i)) {
    const bool is_inside = i >= variable.scope.begin && i < variable.scope.end;
    if (!is_inside && i != variable.place && m_translation.is(i, variable.name) && is_name(m_translation, i))
      return false;
  }
  return true;
}

Dependence KernelVariables::dependence_of_name(std::size_t i) const {
  const Translation& t = m_translation;
  const std::string_view name = t.token(i).text;
  if (name == "threadIdx") return Dependence::thread;
  if (is_one_of(t, i, {"blockIdx", "blockDim", "gridDim", "warpSize", "true", "false"})) return Dependence::block;
  if (m_assumed.contains(name)) return Dependence::round_of_loop;
  if (const Variable* variable = find(i)) {
    switch (variable->kind) {
      case VariableKind::recomputed: return Dependence::thread;
      case VariableKind::counter: return Dependence::round_of_loop;
      case VariableKind::per_thread: return Dependence::unknown;
      default: return Dependence::block;
    }
  }
  const bool is_known = m_constants.contains(name) || is_arithmetic_type(name) || is_pure_function(t, i) ||
                        std::ranges::find(m_parameters, name) != m_parameters.end();
  return is_known ? Dependence::block : Dependence::unknown;
}

Dependence KernelVariables::dependence(Range range) const {
  const Translation& t = m_translation;
  Dependence result = Dependence::block;
  bool after_operand = false;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    const Token& token = t.token(i);
    if (token.kind == TokenKind::text || !t.is_unchanged(i)) return Dependence::unknown;
    if (token.kind == TokenKind::identifier || token.kind == TokenKind::number) {
      const bool is_member = t.is(t.previous(i), ".");
      if (token.kind == TokenKind::identifier && !is_member) result = std::max(result, dependence_of_name(i));
      after_operand = true;
      continue;
    }
    if (t.is(i, "(") && after_operand && t.is_identifier(t.previous(i)) && !is_pure_function(t, t.previous(i)))
      return Dependence::unknown;
    const bool dereferences = (t.is(i, "*") || t.is(i, "&")) && !after_operand;
    if (dereferences || is_one_of(t, i, {"[", "{", "->", "++", "--", "<<<", "::"}) || is_assignment(t, i))
      return Dependence::unknown;
    if (is_one_of(t, i, {"/", "%"}) && may_divide_by_zero(t, i, m_constants)) return Dependence::unknown;
    after_operand = t.is(i, ")");
  }
  return result;
}

void KernelVariables::classify(Variable& variable, bool is_reference) const {
  const Range value{m_translation.next(variable.initialiser.begin), variable.initialiser.end};
  const bool is_set_once = !variable.is_array && !is_reference && variable.initialiser.begin < variable.initialiser.end &&
                           m_translation.is(variable.initialiser.begin, "=") &&
                           !is_changed_in(variable.name, {variable.initialiser.end, variable.scope.end});
  if (!is_set_once) return;
  const Dependence depends = dependence(value);
  if (depends == Dependence::block && is_lone(variable)) variable.kind = VariableKind::uniform;
  else if (depends != Dependence::unknown) variable.kind = VariableKind::recomputed;
}

std::vector<std::size_t> KernelVariables::declare(Range statement, std::size_t scope_end) {
  const Translation& t = m_translation;
  std::vector<std::size_t> added;
  const std::size_t end = statement.end - 1;      // the ;
  const bool hoists = is_hoisted(t, statement);
  if (is_one_of(t, statement.begin, {"static", "extern"}) && !hoists) return {};
  Range specifiers;
  for (const Range part : split_at_commas(t, {statement.begin, end})) {
    const bool is_first = added.empty();
    const Declarator declarator = take_apart(t, part, is_first);
    Variable variable;
    if (declarator.name == none) {
      if (!hoists) return {};
      // A type or an assertion: its name is somewhere, and used for nothing else.
      variable.kind = VariableKind::hoisted;
      m_variables.push_back(std::move(variable));
      added.push_back(m_variables.size() - 1);
      continue;
    }
    if (is_first) specifiers = {part.begin, declarator.prefix.begin};
    variable.name = t.token(declarator.name).text;
    variable.place = declarator.name;
    variable.scope = {t.next(declarator.name), scope_end};
    variable.prefix = t.flat(declarator.prefix);
    variable.suffix = t.flat(declarator.suffix);
    variable.initialiser = declarator.initialiser;
    variable.is_array = !variable.suffix.empty();
    const bool has_pointer = variable.prefix.find('*') != std::string::npos;
    variable.specifiers = bare_specifiers(t, specifiers, has_pointer);
    variable.is_pointed_to = is_pointed_to_in(variable.name, variable.scope);
    if (hoists) {
      variable.kind = VariableKind::hoisted;
      if (!is_lone(variable)) return {};
    } else {
      const bool is_reference = variable.prefix.find('&') != std::string::npos;
      const bool is_volatile = !has_pointer && variable.specifiers.find("volatile") != std::string::npos;
      classify(variable, is_reference);
      const bool is_stored = variable.kind == VariableKind::per_thread;
      if (is_reference || is_volatile || (is_stored && variable.specifiers.find("auto") != std::string::npos)) return {};
    }
    m_variables.push_back(std::move(variable));
    added.push_back(m_variables.size() - 1);
  }
  return added;
}

bool KernelVariables::declare_counter(const Statement& loop) {
  const Translation& t = m_translation;
  const Range body = loop.children.front().range;
  if (!is_declaration(t, loop.initialiser.begin)) return false;
  const std::size_t before = m_variables.size();
  const Range statement{loop.initialiser.begin, loop.initialiser.end + 1};
  const auto undo = [&] {
    m_variables.resize(before);
    return false;
  };
  if (declare(statement, loop.range.end).size() != 1) return undo();
  Variable& counter = m_variables.back();
  const Range value{t.next(counter.initialiser.begin), counter.initialiser.end};
  const bool is_plain = counter.kind != VariableKind::hoisted && !counter.is_array && !counter.is_pointed_to &&
                        t.is(counter.initialiser.begin, "=");
  if (!is_plain || dependence(value) > Dependence::round_of_loop || is_changed_in(counter.name, body)) return undo();
  counter.kind = VariableKind::counter;
  // The step: changes of the counter alone, by what is the same for all.
  for (std::size_t i = loop.step.begin; i < loop.step.end; i = t.next(i)) {
    if (t.is_identifier(i) && is_name(t, i) && dependence_of_name(i) > Dependence::round_of_loop) return undo();
    if (t.is_identifier(i) && is_changed(i) && find(i) != &counter) return undo();
    if (is_one_of(t, i, {"(", "[", "{", "->", "?"}) || t.token(i).kind == TokenKind::text) return undo();
  }
  return dependence(loop.condition) <= Dependence::round_of_loop || undo();
}

std::unordered_set<std::string_view> find_constants(const Translation& t) {
  std::unordered_set<std::string_view> constants;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t.is(i, "constexpr")) {
      for (std::size_t j = i; j < t.size() && !is_one_of(t, j, {";", "{", "("}); j = t.next(j))
        if (t.is_identifier(j) && is_one_of(t, t.next(j), {"=", "{"})) constants.insert(t.token(j).text);
    } else if (t.is(i, "enum")) {
      std::size_t j = i;
      while (j < t.size() && !is_one_of(t, j, {"{", ";"})) j = t.next(j);
      const std::size_t close = t.is(j, "{") ? t.closing(j) : none;
      for (; close != none && j < close; j = t.next(j))
        if (t.is_identifier(j) && is_one_of(t, t.previous(j), {"{", ","})) constants.insert(t.token(j).text);
    } else if (t.is(i, "const") && is_one_of(t, t.next(i), {"int", "unsigned", "size_t"})) {
      // A constant at namespace scope; a local one of the same name is found first.
      std::size_t j = t.next(i);
      while (is_one_of(t, j, {"int", "unsigned", "size_t"})) j = t.next(j);
      if (t.is_identifier(j) && t.is(t.next(j), "=") && t.token(t.next(t.next(j))).kind == TokenKind::number)
        constants.insert(t.token(j).text);
    }
  }
  return constants;
}

}  // namespace judge::lowering
