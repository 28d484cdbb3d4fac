#include "judge/emulator/lowering/kernel_variables.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace judge::lowering {

namespace {

struct Declarator {
  std::size_t name = none;
  Range prefix, suffix, initialiser;
};

/// Takes apart `* name [n] = x`. The first one of a declaration has the specifiers before it.
Declarator take_apart(const Translation& t, Range part, bool is_first) {
  Declarator declarator;
  declarator.name = declared_name(t, part);
  for (std::size_t i = part.begin; declarator.name == none && !is_first && i < part.end; i = t.next(i))
    if (t.is_identifier(i) && !t.is_one_of(i, {"const", "__restrict__"})) declarator.name = i;
  if (declarator.name == none) return declarator;
  std::size_t begin = declarator.name;
  for (std::size_t i = t.previous(begin); i != none && i >= part.begin; i = t.previous(i)) {
    if (!t.is_one_of(i, {"*", "&", "&&", "const", "__restrict__", "__restrict"})) break;
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

bool is_alignment(const Translation& t, std::size_t i) {
  return t.is_one_of(i, {"alignas", "__attribute__"}) && t.is(t.next(i), "(");
}

/// The specifiers without those that storage must not have.
std::string bare_specifiers(const Translation& t, Range range, bool has_pointer) {
  std::string text;
  for (std::size_t i = range.begin; i < range.end; i = t.next(i)) {
    if (t.is_one_of(i, {"register", "static"}) || (t.is(i, "const") && !has_pointer)) continue;
    if (is_alignment(t, i)) {
      i = t.closing(t.next(i));
      continue;
    }
    text += t.token(i).text;
    text += ' ';
  }
  return text;
}

/// N of alignas(N) and __attribute__((aligned(N))) among the specifiers: a number; "" where they say nothing, nothing where
/// they say something else.
std::optional<std::string> alignment(const Translation& t, Range specifiers) {
  std::string found;
  for (std::size_t i = specifiers.begin; i < specifiers.end; i = t.next(i)) {
    if (!is_alignment(t, i)) continue;
    std::size_t open = t.next(i);
    if (t.is(i, "__attribute__")) {
      const std::size_t word = t.next(t.next(open));
      if (!t.is_one_of(word, {"aligned", "__aligned__"})) return {};
      open = t.next(word);
    }
    const std::size_t number = t.next(open);
    if (!found.empty() || t.token(number).kind != TokenKind::number || t.next(number) != t.closing(open)) return {};
    found = t.token(number).text;
  }
  return found;
}

/// Does the declaration make no variable of the thread's: a type, a constant, a shared variable?
bool is_hoisted(const Translation& t, Range statement) {
  for (std::size_t i = statement.begin; i < statement.end; i = t.next(i)) {
    if (t.is_one_of(i, {"typedef", "using", "constexpr", "static_assert", "__shared__"})) return true;
    // struct S { ... }; but not struct S s; nor struct { ... } s;
    if (t.is_one_of(i, {"struct", "enum", "union", "class"})) {
      std::size_t open = t.next(i);
      while (open < statement.end && !t.is(open, "{") && !t.is(open, "=")) open = t.next(open);
      const std::size_t close = t.is(open, "{") ? t.closing(open) : none;
      return close != none && t.is(t.next(close), ";") && t.next(close) == statement.end - 1;
    }
    if (is_alignment(t, i)) {
      i = t.closing(t.next(i));
      continue;
    }
    if (t.is_one_of(i, {"=", "(", "[", "{"})) return false;
  }
  return false;
}

std::size_t skip_attributes(const Translation& t, std::size_t i) {
  while (t.is(i, "[") && t.is(t.next(i), "[")) i = t.next(t.closing(i));
  return i;
}

/// What a type or a using-declaration makes a name of, beside the variables that it declares: S of `struct S {...};`, A and B of
/// `enum {A, B};`, f of `using n::f;`. Everything, "", of `using namespace n;`.
std::vector<std::string_view> introduced_names(const Translation& t, Range statement) {
  std::vector<std::string_view> names;
  const std::size_t first = statement.begin, last = t.previous(statement.end - 1);
  if (t.is(first, "using")) {
    if (t.is(t.next(first), "namespace")) return {""};
    if (!t.is(t.next(t.next(first)), "=")) return {t.token(last).text};
  }
  for (std::size_t i = first; i < statement.end; i = t.next(i)) {
    if (t.is_one_of(i, {"struct", "class", "union", "enum"}) && t.is_identifier(t.next(i))) names.push_back(t.token(t.next(i)).text);
    if (!t.is(i, "{") || !t.is(first, "enum")) continue;
    for (const Range part : split_at_commas(t, {t.next(i), t.closing(i)})) names.push_back(t.token(part.begin).text);
    break;
  }
  return names;
}

/// What stands behind an array's name, `[4][2]`. The bound that `int a[] = {1, 2, 3};` leaves open is counted; nothing where
/// that takes more than counting.
std::optional<std::string> array_bounds(const Translation& t, const Declarator& declarator) {
  const std::size_t begin = declarator.suffix.begin;
  if (begin >= declarator.suffix.end || !t.is(begin, "[") || !t.is(t.next(begin), "]")) return t.flat(declarator.suffix);
  std::size_t open = declarator.initialiser.begin;
  if (t.is(open, "=")) open = t.next(open);
  if (t.next(t.next(begin)) < declarator.suffix.end || open >= declarator.initialiser.end || !t.is(open, "{")) return {};
  std::size_t elements = 0;
  for (const Range element : split_at_commas(t, {t.next(open), t.closing(open)})) {
    if (element.begin >= element.end) continue;      // behind a last comma
    for (std::size_t i = element.begin; i < element.end; i = t.next(i))
      if (t.is(i, "...")) return {};
    if (t.is_one_of(element.begin, {"[", "{"}) || t.token(element.begin).kind == TokenKind::text) return {};
    ++elements;
  }
  return elements == 0 ? std::nullopt : std::optional(fmt::format("[{}]", elements));
}

}  // namespace

KernelVariables::KernelVariables(const Translation& translation, const Names& names, Range body,
                                 const std::vector<KernelParameter>& parameters)
    : m_translation(translation), m_names(names), m_uses(translation, names, body), m_body(body),
      m_parameters(parameters) {
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
    if (!is_inside && i != variable.place && m_translation.is(i, variable.name) && is_name(m_translation, i))
      return false;
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
    if (parameter.name == name)
      return parameter.type == ParameterType::other ? Dependence::unknown : Dependence::block;
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
  if (t.token(i).kind == TokenKind::number)
    return t.token(i).text.find_first_of("123456789") == std::string_view::npos;
  if (t.is_one_of(i, {"warpSize", "blockDim", "gridDim", "sizeof"})) return false;
  const bool is_constant = t.is_identifier(i) && m_names.is_constant(t.token(i).text) && !find(i);
  if (is_constant) m_nonzero.insert(t.token(i).text);
  return !is_constant;
}

/// threadIdx.x and its like, whole. Nothing: it is none of them.
std::optional<Dependence> KernelVariables::dependence_of_index(std::size_t i) const {
  const Translation& t = m_translation;
  if (!t.is_one_of(i, {"threadIdx", "blockIdx", "blockDim", "gridDim"})) return std::nullopt;
  const bool is_the_users = std::ranges::find(m_variables, t.token(i).text, &Variable::name) != m_variables.end() ||
                            std::ranges::find(m_parameters, t.token(i).text, &KernelParameter::name) != m_parameters.end();
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
    after_operand = t.is(i, ")");
  }
  return result;
}

void KernelVariables::classify(Variable& variable) const {
  const Range value{m_translation.next(variable.initialiser.begin), variable.initialiser.end};
  const bool is_set_once = !variable.is_array && variable.initialiser.begin < variable.initialiser.end &&
                           m_translation.is(variable.initialiser.begin, "=") && !variable.is_changed &&
                           !variable.is_given && (variable.is_number || variable.is_pointer);
  if (!is_set_once) return;
  const Dependence depends = dependence(value);
  if (depends == Dependence::block && is_lone(variable)) variable.kind = VariableKind::uniform;
  else if (depends != Dependence::unknown) variable.kind = VariableKind::recomputed;
}

std::vector<std::size_t> KernelVariables::declare(Range statement, std::size_t scope_end) {
  const Translation& t = m_translation;
  std::vector<std::size_t> added;
  const std::size_t end = statement.end - 1;      // the ;
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
    if (!hoists && (has_word(specifiers, "static") || has_word(specifiers, "extern"))) return {};
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
    variable.is_pointer = variable.prefix.find('*') != std::string::npos;
    variable.is_number = is_number(specifiers) && !variable.is_pointer;
    variable.is_const = !variable.is_pointer && has_word(specifiers, "const");
    variable.specifiers = bare_specifiers(t, specifiers, variable.is_pointer);
    const auto aligned = alignment(t, specifiers);
    if (!aligned) return {};
    variable.alignment = *aligned;
    look_at_uses(variable, {variable.scope.begin, variable.scope.end});
    if (hoists) {
      variable.kind = VariableKind::hoisted;
      variable.is_constant = has_word(statement, "constexpr");
      if (!is_lone(variable)) return {};
    } else {
      const bool is_reference = variable.prefix.find('&') != std::string::npos;
      const bool is_volatile = !variable.is_pointer && has_word(specifiers, "volatile");
      if (is_reference || is_volatile) return {};
      classify(variable);
      if (variable.kind == VariableKind::per_thread && has_word(specifiers, "auto")) return {};
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

bool KernelVariables::has_word(Range range, std::string_view word) const {
  for (std::size_t i = range.begin; i < range.end; i = m_translation.next(i))
    if (m_translation.is(i, word)) return true;
  return false;
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
  if (counter.is_changed || dependence({t.next(t.next(name)), loop.initialiser.end}) > Dependence::round_of_loop)
    return false;
  m_assumed.insert(t.token(name).text);
  const bool is_uniform = dependence(loop.condition) <= Dependence::round_of_loop &&
                          is_uniform_step(loop.step, counter.name);
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
  const bool is_plain = counter.kind != VariableKind::hoisted && !counter.is_array && !counter.is_given &&
                        counter.is_number && t.is(counter.initialiser.begin, "=");
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
