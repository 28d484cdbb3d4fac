#include "judge/emulator/lowering/kernel_variables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/emulator/lowering/variable_declarations.hpp"
#include "judge/util/contains.hpp"

namespace judge::lowering {

KernelVariables::KernelVariables(const Translation& translation, const Names& names, Range body,
                                 const std::vector<KernelParameter>& parameters)
    : m_translation(translation), m_names(names), m_uses(translation, names, body), m_body(body), m_parameters(parameters) {
  m_variables.reserve(256);
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    Variable variable;
    variable.name = parameters[i].name;
    variable.scope = body;
    variable.place = body.begin;
    variable.parameter = static_cast<int>(i);
    variable.is_pointer = parameters[i].type == ParameterType::pointer;
    variable.is_number = parameters[i].type == ParameterType::number;
    look_at_uses(variable, body);
    if (variable.is_changed || variable.is_given) m_variables.push_back(std::move(variable));
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

Use KernelVariables::use_of(const Variable& variable, std::size_t i) const {
  const Use use = m_uses.of(i);
  if (use != Use::subscripted) return use;
  return variable.is_pointer && !variable.is_array ? Use::read : Use::given;
}

/// Another variable of the name that hides this one in a part of the range does no harm: it only adds uses.
void KernelVariables::look_at_uses(Variable& variable, Range range) const {
  for (std::size_t i = range.begin; i < range.end; i = m_translation.next(i)) {
    if (!m_translation.is(i, variable.name) || !is_name(m_translation, i)) continue;
    const Use use = use_of(variable, i);
    variable.is_changed |= use != Use::read;
    variable.is_given |= use == Use::given;
  }
}

/// Does nothing else in the kernel have its name? Only then can it be declared for the whole block.
bool KernelVariables::is_lone(const Variable& variable) const {
  for (const KernelParameter& parameter : m_parameters)
    if (parameter.name == variable.name) return false;
  for (const Variable& other : m_variables)
    if (&other != &variable && other.name == variable.name) return false;
  for (std::size_t i = m_body.begin; i < m_body.end; i = m_translation.next(i)) {
    const bool is_inside = i >= variable.scope.begin && i < variable.scope.end;
    if (!is_inside && i != variable.place && m_translation.is(i, variable.name) && is_name(m_translation, i)) return false;
  }
  return true;
}

/// Do the names in a range mean the same where the block's variables are declared, before the regions?
bool KernelVariables::is_seen_from_block(Range range) const {
  for (std::size_t i = range.begin; i < range.end; i = m_translation.next(i)) {
    const Variable* const variable = find(i);
    if (variable && variable->kind != VariableKind::hoisted && variable->kind != VariableKind::uniform) return false;
  }
  return true;
}

void KernelVariables::tell_names_apart(Translation& translation) {
  for (std::size_t index = 0; index < m_variables.size(); ++index) {
    Variable& variable = m_variables[index];
    const bool is_apart = variable.parameter >= 0 || variable.kind == VariableKind::hoisted || is_lone(variable);
    variable.written = is_apart ? variable.name : fmt::format("judge_{}_{}", variable.name, index);
  }
  for (std::size_t i = m_body.begin; i < m_body.end; i = m_translation.next(i)) {
    const auto declared = std::ranges::find(m_variables, i, &Variable::place);
    const bool is_declared = declared != m_variables.end() && declared->parameter < 0;
    const Variable* const variable = is_declared ? &*declared : find(i);
    if (variable && variable->written != variable->name) translation.replace(i, variable->written);
  }
}

Dependence KernelVariables::dependence_of_name(std::size_t i) const {
  const Translation& t = m_translation;
  const std::string_view name = t.token(i).text;
  if (m_assumed.contains(name)) return Dependence::round_of_loop;
  if (const Variable* variable = find(i)) {
    switch (variable->kind) {
      case VariableKind::recomputed: return Dependence::thread;
      case VariableKind::counter: return Dependence::round_of_loop;
      case VariableKind::uniform: return Dependence::block;
      case VariableKind::per_thread: return Dependence::unknown;
      // What others may write, unless the compiler finds it to be a constant.
      case VariableKind::hoisted: return variable->is_constant ? constant(name) : Dependence::unknown;
    }
  }
  for (const KernelParameter& parameter : m_parameters)
    if (parameter.name == name) return parameter.type == ParameterType::other ? Dependence::unknown : Dependence::block;
  if (t.is_one_of(i, {"warpSize", "true", "false"}) || m_names.is_number_type(name) || m_names.is_pure_function(name))
    return Dependence::block;
  return m_names.is_constant(name) ? constant(name) : Dependence::unknown;
}

Dependence KernelVariables::constant(std::string_view name) const {
  m_candidates.insert(name);
  return Dependence::block;
}

/// May the divisor at `i` be zero? Of a constant the compiler has to find that it is not.
bool KernelVariables::may_be_zero(std::size_t i) const {
  const Translation& t = m_translation;
  if (i == none) return true;
  if (t.token(i).kind == TokenKind::number) return t.token(i).text.find_first_of("123456789") == std::string_view::npos;
  if (t.is_one_of(i, {"warpSize", "blockDim", "gridDim", "sizeof"})) return false;
  const bool is_constant = t.is_identifier(i) && m_names.is_constant(t.token(i).text) && !find(i);
  if (is_constant) m_nonzero.insert(t.token(i).text);
  return !is_constant;
}

/// threadIdx.x and its like, whole. Nothing: it is none of them.
std::optional<Dependence> KernelVariables::dependence_of_index(std::size_t i) const {
  const Translation& t = m_translation;
  if (!t.is_one_of(i, {"threadIdx", "blockIdx", "blockDim", "gridDim"})) return std::nullopt;
  const bool is_the_users = contains(m_variables, t.token(i).text, &Variable::name) ||
                            contains(m_parameters, t.token(i).text, &KernelParameter::name);
  if (is_the_users) return Dependence::unknown;
  const std::size_t member = t.next(t.next(i));
  if (!t.is(t.next(i), ".") || !t.is_one_of(member, {"x", "y", "z"})) return Dependence::unknown;
  return t.is(i, "threadIdx") ? Dependence::thread : Dependence::block;
}

Dependence KernelVariables::dependence(Range range) const {
  m_candidates.clear();
  const Dependence result = dependence_of_tokens(range);
  if (result != Dependence::unknown) m_relied_on.insert(m_candidates.begin(), m_candidates.end());
  return result;
}

/// Does the ) at `i` end a cast? An operand follows then, whose * reads memory.
bool KernelVariables::ends_cast(std::size_t i) const {
  const std::size_t open = m_translation.is(i, ")") ? m_translation.opening(i) : none;
  return open != none && !m_translation.is_one_of(m_translation.previous(open), {"sizeof", "alignof"}) &&
         m_names.is_cast({m_translation.next(open), i});
}

Dependence KernelVariables::dependence_of_tokens(Range range) const {
  const Translation& t = m_translation;
  Dependence result = Dependence::block;
  bool after_operand = false;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    const Token& token = t.token(i);
    if (token.kind == TokenKind::text || !t.is_unchanged(i)) return Dependence::unknown;
    if (token.kind == TokenKind::number) {
      after_operand = true;
      continue;
    }
    if (token.kind == TokenKind::identifier) {
      if (const auto index = dependence_of_index(i)) {
        result = std::max(result, *index);
        if (*index == Dependence::unknown) return result;
        i = t.next(t.next(i));
      } else {
        result = std::max(result, dependence_of_name(i));
      }
      after_operand = true;
      continue;
    }
    if (t.is(i, "(") && after_operand && t.is_identifier(t.previous(i)) &&
        !m_names.is_pure_function(t.token(t.previous(i)).text))
      return Dependence::unknown;
    const bool dereferences = (t.is(i, "*") || t.is(i, "&")) && !after_operand;
    if (dereferences || t.is_one_of(i, {"[", "{", ".", "->", "++", "--", "<<<", "::"}) || is_assignment(t, i))
      return Dependence::unknown;
    if (t.is_one_of(i, {"/", "%"}) && may_be_zero(t.next(i))) return Dependence::unknown;
    after_operand = t.is(i, ")") && !ends_cast(i);
  }
  return result;
}

void KernelVariables::classify(Variable& variable) const {
  const Range value{m_translation.next(variable.initialiser.begin), variable.initialiser.end};
  const bool is_set_once = !variable.is_array && variable.initialiser.begin < variable.initialiser.end &&
                           m_translation.is(variable.initialiser.begin, "=") && !variable.is_changed && !variable.is_given &&
                           (variable.is_number || variable.is_pointer);
  if (!is_set_once) return;
  const Dependence depends = dependence(value);
  if (depends == Dependence::block && is_lone(variable)) variable.kind = VariableKind::uniform;
  else if (depends != Dependence::unknown) variable.kind = VariableKind::recomputed;
}

std::vector<std::size_t> KernelVariables::declare(Range statement, std::size_t scope_end) {
  const Translation& t = m_translation;
  std::vector<std::size_t> added;
  const std::size_t end = statement.end - 1;  // the ;
  statement.begin = skip_attributes(t, statement.begin);
  const bool hoists = is_hoisted(t, statement);
  if (hoists && !is_seen_from_block(statement)) return {};
  if (hoists && !names_nothing_else(introduced_names(t, statement), {statement.begin, scope_end})) return {};
  Range specifiers;
  for (const Range part : split_at_commas(t, {statement.begin, end})) {
    const bool is_first = added.empty();
    const Declarator declarator = take_apart(t, part, is_first);
    Variable variable;
    if (declarator.name == none) {
      if (!hoists) return {};
      // A type or an assertion.
      variable.kind = VariableKind::hoisted;
      m_variables.push_back(std::move(variable));
      added.push_back(m_variables.size() - 1);
      continue;
    }
    if (is_first) specifiers = {part.begin, declarator.prefix.begin};
    if (!hoists && t.holds(specifiers, {"static", "extern"})) return {};
    if (!is_seen_from_block(specifiers) || !is_seen_from_block(declarator.suffix)) return {};
    variable.name = t.token(declarator.name).text;
    variable.place = declarator.name;
    variable.scope = {t.next(declarator.name), scope_end};
    variable.prefix = t.flat(declarator.prefix);
    variable.initialiser = declarator.initialiser;
    const auto suffix = hoists ? t.flat(declarator.suffix) : array_bounds(t, declarator);
    if (!suffix) return {};
    variable.suffix = *suffix;
    variable.is_array = !variable.suffix.empty();
    variable.is_pointer = variable.prefix.contains('*');
    variable.is_number = is_number(specifiers) && !variable.is_pointer;
    variable.is_const = !variable.is_pointer && t.holds(specifiers, {"const"});
    variable.specifiers = bare_specifiers(t, specifiers, variable.is_pointer);
    const auto aligned = alignment(t, specifiers);
    if (!aligned) return {};
    variable.alignment = *aligned;
    look_at_uses(variable, {variable.scope.begin, variable.scope.end});
    if (hoists) {
      variable.kind = VariableKind::hoisted;
      variable.is_constant = t.holds(statement, {"constexpr"});
      if (!is_lone(variable)) return {};
    } else {
      const bool is_reference = variable.prefix.contains('&');
      const bool is_volatile = !variable.is_pointer && t.holds(specifiers, {"volatile"});
      if (is_reference || is_volatile) return {};
      classify(variable);
      if (variable.kind == VariableKind::per_thread && t.holds(specifiers, {"auto"})) return {};
    }
    m_variables.push_back(std::move(variable));
    added.push_back(m_variables.size() - 1);
  }
  return added;
}

/// Do the names stand in the kernel only where this is their scope?
bool KernelVariables::names_nothing_else(const std::vector<std::string_view>& names, Range scope) const {
  for (const std::string_view name : names) {
    if (name.empty()) return false;
    for (std::size_t i = m_body.begin; i < m_body.end; i = m_translation.next(i))
      if ((i < scope.begin || i >= scope.end) && m_translation.is(i, name)) return false;
  }
  return true;
}

/// Do these specifiers name a number? `auto` is one if its value is.
bool KernelVariables::is_number(Range specifiers) const {
  bool has_type = false;
  for (std::size_t i = specifiers.begin; i < specifiers.end; i = m_translation.next(i)) {
    if (m_translation.is_one_of(i, {"const", "register"})) continue;
    if (!m_names.is_number_type(m_translation.token(i).text) && !m_translation.is(i, "auto")) return false;
    has_type = true;
  }
  return has_type;
}

/// Does the step of a loop change its counter alone, by what is the same for all?
bool KernelVariables::is_uniform_step(Range step, std::string_view counter) const {
  const Translation& t = m_translation;
  for (std::size_t i = step.begin; i < step.end; i = t.next(i)) {
    if (t.is_one_of(i, {"(", "[", "{", "->", ".", "?"}) || t.token(i).kind == TokenKind::text) return false;
    if (!t.is_identifier(i) || t.is(i, counter)) continue;
    if (dependence({i, i + 1}) > Dependence::round_of_loop || m_uses.of(i) != Use::read) return false;
  }
  return true;
}

bool KernelVariables::assume_counter(const Statement& loop) {
  const Translation& t = m_translation;
  const std::size_t name = is_declaration(t, loop.initialiser.begin) ? declared_name(t, loop.initialiser) : none;
  if (name == none || !t.is(t.next(name), "=") || split_at_commas(t, loop.initialiser).size() != 1) return false;
  Variable counter;
  counter.name = t.token(name).text;
  look_at_uses(counter, loop.children.front().range);
  if (counter.is_changed || dependence({t.next(t.next(name)), loop.initialiser.end}) > Dependence::round_of_loop) return false;
  m_assumed.insert(t.token(name).text);
  const bool is_uniform = dependence(loop.condition) <= Dependence::round_of_loop && is_uniform_step(loop.step, counter.name);
  if (!is_uniform) m_assumed.erase(t.token(name).text);
  return is_uniform;
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
  const bool is_plain = counter.kind != VariableKind::hoisted && !counter.is_array && !counter.is_given && counter.is_number &&
                        t.is(counter.initialiser.begin, "=");
  Variable in_body = counter;
  in_body.is_changed = false;
  look_at_uses(in_body, body);
  if (!is_plain || dependence(value) > Dependence::round_of_loop || in_body.is_changed) return undo();
  counter.kind = VariableKind::counter;
  if (!is_uniform_step(loop.step, counter.name)) return undo();
  return dependence(loop.condition) <= Dependence::round_of_loop || undo();
}

std::string proofs(const std::vector<std::string_view>& constants, const std::vector<std::string_view>& divisors) {
  std::string text;
  for (const std::string_view name : constants)
    text += fmt::format("{{ constexpr auto judge_constant = {}; (void)judge_constant; }} ", name);
  for (const std::string_view name : divisors) text += fmt::format("static_assert({} != 0); ", name);
  return text;
}

}  // namespace judge::lowering
