#include "judge/emulator/lowering/names.hpp"

#include <algorithm>
#include <array>

#include "judge/emulator/lowering/collectives.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/statements.hpp"
#include "judge/util/contains.hpp"

namespace judge::lowering {

namespace {

constexpr std::array<std::string_view, 28> number_words = {
    "int",      "unsigned", "long",     "short",   "char",      "signed",    "bool",     "float",    "double", "size_t",
    "uint32_t", "int32_t",  "uint64_t", "int64_t", "uint8_t",   "int8_t",    "uint16_t", "int16_t",  "uint",   "const",
    "uchar",    "ushort",   "ulong",    "ssize_t", "ptrdiff_t", "uintptr_t", "intptr_t", "constexpr"};

// Functions of CUDA's headers that compute a value from values. They keep no address, do not wait and do not ask who calls.
constexpr std::array<std::string_view, 88> math_functions = {
    "min",      "max",     "abs",       "fabs",   "fabsf",      "fminf",      "fmaxf",    "fmin",    "fmax",   "sqrtf",
    "sqrt",     "rsqrtf",  "rsqrt",     "expf",   "exp",        "exp2f",      "exp2",     "exp10f",  "expm1f", "logf",
    "log",      "log2f",   "log2",      "log10f", "log1pf",     "log1p",      "powf",     "pow",     "tanhf",  "tanh",
    "sinhf",    "coshf",   "sinf",      "sin",    "cosf",       "cos",        "tanf",     "tan",     "asinf",  "acosf",
    "atanf",    "atan2f",  "atan",      "fmaf",   "fma",        "fmodf",      "fmod",     "floorf",  "floor",  "ceilf",
    "ceil",     "roundf",  "round",     "rintf",  "rint",       "truncf",     "trunc",    "erff",    "erfcf",  "erf",
    "cbrtf",    "hypotf",  "copysignf", "ldexpf", "isnan",      "isinf",      "isfinite", "signbit", "umin",   "umax",
    "llmin",    "llmax",   "ullmin",    "ullmax", "labs",       "llabs",      "fdividef", "fdimf",   "sinpif", "cospif",
    "normcdff", "erfinvf", "saturate",  "lrintf", "nearbyintf", "remainderf", "tgammaf",  "lgammaf"};

constexpr std::array<std::string_view, 24> words_before_parentheses = {
    "if",    "for",      "while",  "switch",        "return",        "sizeof",           "alignof",          "decltype",
    "catch", "noexcept", "typeid", "alignas",       "static_assert", "static_cast",      "reinterpret_cast", "const_cast",
    "do",    "else",     "case",   "__attribute__", "__align__",     "__builtin_assume", "__builtin_expect", "void"};

/// CUDA's own functions whose names begin with two underscores, but for those that wait, make others wait, or stop.
bool is_intrinsic(std::string_view name) {
  if (!name.starts_with("__") || is_waiting_name(name)) return false;
  for (const std::string_view other : {"__threadfence", "__nanosleep", "__nv_atomic", "__trap", "__brkpt", "__builtin",
                                       "__prof", "__is", "__cluster", "__sync", "__atomic"})
    if (name.starts_with(other)) return false;
  return true;
}

/// CUDA's own atomics. Those that a thread may wait with let others run, which in a split kernel needs no thread's index.
bool is_atomic_function(std::string_view name) {
  for (const std::string_view scope : {"_block", "_system"})
    if (name.ends_with(scope)) name.remove_suffix(scope.size());
  return contains(std::array<std::string_view, 11>{"atomicAdd", "atomicSub", "atomicExch", "atomicMin", "atomicMax",
                                                   "atomicInc", "atomicDec", "atomicCAS", "atomicAnd", "atomicOr", "atomicXor"},
                  name);
}

/// Nothing but a call of a function of this name: no parameter, variable, method or template of it.
bool is_plain_call(const Translation& t, std::size_t i) {
  const std::size_t before = t.previous(i);
  const bool follows_name = t.is_identifier(before) && !t.is_one_of(before, {"return", "else", "case", "do"});
  return t.is(t.next(i), "(") && !follows_name && !t.is_one_of(before, {">", "*", "&", "&&", ".", "->", "::"});
}

bool has_thread_index(const Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i))
    if (t.is(i, "threadIdx")) return true;
  return false;
}

/// The same where no function is; groups of threads know who asks, too.
bool tells_threads_apart(const Translation& t, Range range) {
  for (std::size_t i = range.begin; i < range.end; i = t.next(i))
    if (t.is_one_of(i, {"threadIdx", "this_thread_block", "this_grid", "this_cluster", "this_thread", "tiled_partition",
                        "coalesced_threads"}))
      return true;
  return false;
}

/// Does host code that device code can't call give itself away?
bool is_host_code(const Translation& t, Range body) {
  for (std::size_t i = body.begin; i < body.end; i = t.next(i)) {
    const std::string_view text = t.token(i).text;
    const bool is_of_runtime = text.size() > 4 && text.starts_with("cuda") && text[4] >= 'A' && text[4] <= 'Z';
    const bool is_call = is_of_runtime && t.is(t.next(i), "(") && !text.ends_with("_t");
    if (is_call || text == "<<<") return !has_thread_index(t, body);
  }
  return false;
}

}  // namespace

Names::Names(const Translation& translation, const Polls& polls)
    : t(translation), m_polls(polls), m_functions(find_functions(translation)) {
  find_constants();
  find_types();
  for (const Function& function : m_functions) {
    const bool takes = may_take_numbers_by_reference(function.parameters);
    if (function.name.empty()) m_has_operators_on_references |= takes;
    // The const in front would make it harmless but for functions that keep addresses.
    bool has_reference = takes;
    for (std::size_t i = function.parameters.begin; i < function.parameters.end; i = t.next(i))
      has_reference |= t.is_one_of(i, {"&", "&&", "...", "auto"});
    m_takes_references[function.name] |= has_reference;
  }
  for (std::size_t i = 0; i < t.size(); i = t.next(i))
    if (t.is_identifier(i) && t.token(i).text.starts_with("atomic") && !is_plain_call(t, i))
      m_other_atomics.insert(t.token(i).text);
  const std::vector<Range> outside = outside_functions(t, m_functions);
  m_anything_may_ask =
      std::ranges::any_of(outside, [&](Range range) { return tells_threads_apart(t, range) || has_one_of(range, m_polls); });
  // Who asks for threadIdx, or calls somebody who may: until nothing is added.
  for (bool changes = true; changes;) {
    changes = false;
    for (const Function& function : m_functions) {
      if (m_asking.contains(function.name) || is_host_code(t, function.body)) continue;
      if (!has_thread_index(t, function.body) && !may_ask_for_thread(function.body)) continue;
      changes = true;
      m_asking.insert(function.name);
      if (function.name.empty() || function.is_constructor) m_anything_may_ask = true;
    }
    for (const Range range : outside)
      for (std::size_t i = range.begin; i < range.end && !m_anything_may_ask; i = t.next(i))
        if (t.is_identifier(i) && m_asking.contains(t.token(i).text) && !declares_function(t, i)) m_anything_may_ask = true;
  }
}

void Names::find_constants() {
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t.is(i, "template") && t.is(t.next(i), "<")) {
      const std::size_t close = t.closing_angle(t.next(i));
      for (std::size_t j = t.next(t.next(i)); close != none && j < close; j = t.next(j))
        if (t.is_identifier(j) && (is_number_type(t.token(t.previous(j)).text) || t.is(t.previous(j), "auto")))
          m_constants.insert(t.token(j).text);
    } else if (t.is(i, "constexpr")) {
      for (std::size_t j = i; j < t.size() && !t.is_one_of(j, {";", "{", "("}); j = t.next(j))
        if (t.is_identifier(j) && t.is_one_of(t.next(j), {"=", "{"})) m_constants.insert(t.token(j).text);
    } else if (t.is(i, "enum")) {
      std::size_t j = i;
      while (j < t.size() && !t.is_one_of(j, {"{", ";"})) j = t.next(j);
      const std::size_t close = t.is(j, "{") ? t.closing(j) : none;
      for (; close != none && j < close; j = t.next(j))
        if (t.is_identifier(j) && t.is_one_of(t.previous(j), {"{", ","})) m_constants.insert(t.token(j).text);
    } else if (t.is(i, "const")) {
      std::size_t j = t.next(i);
      while (t.is_identifier(j) && is_number_type(t.token(j).text) && !t.is_one_of(j, {"float", "double"})) j = t.next(j);
      if (t.is_identifier(j) && t.is(t.next(j), "=") && t.token(t.next(t.next(j))).kind == TokenKind::number)
        m_constants.insert(t.token(j).text);
    }
  }
}

/// Other names of number types, `typedef float real;` and `using real = float;`. A name with two meanings is none.
void Names::find_types() {
  std::unordered_set<std::string_view> others;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (t.is_one_of(i, {"struct", "class", "union", "typename", "enum"}) && t.is_identifier(t.next(i))) {
      const std::string_view name = t.token(t.next(i)).text;
      others.insert(name);
      m_classes.insert(name);
    }
    const bool is_using = t.is(i, "using") && t.is(t.next(t.next(i)), "=");
    if (!is_using && !t.is(i, "typedef")) continue;
    const std::size_t end = end_of_statement(t, i);
    if (end == none) continue;
    const std::size_t name = is_using ? t.next(i) : t.previous(end);
    const Range type = is_using ? Range{t.next(t.next(name)), end} : Range{t.next(i), name};
    bool is_number = type.begin < type.end && t.is_identifier(name);
    for (std::size_t j = type.begin; j < type.end; j = t.next(j)) is_number &= is_number_type(t.token(j).text);
    if (is_number) m_number_types.insert(t.token(name).text);
    else if (t.is_identifier(name)) others.insert(t.token(name).text);
  }
  for (const std::string_view name : others) m_number_types.erase(name);
}

bool Names::is_number_type(std::string_view name) const {
  return contains(number_words, name) || m_number_types.contains(name);
}

bool Names::is_value_type(std::string_view name) const {
  return is_number_type(name) || (is_vector_type(name) && !m_classes.contains(name));
}

bool Names::is_pure_function(std::string_view name) const {
  if (m_takes_references.contains(name)) return false;
  return contains(std::array<std::string_view, 5>{"min", "max", "abs", "sizeof", "alignof"}, name) || is_number_type(name) ||
         name == "static_cast";
}

bool Names::takes_values(std::string_view name) const {
  if (const auto own = m_takes_references.find(name); own != m_takes_references.end()) return !own->second;
  return is_value_type(name) || contains(math_functions, name) || name.starts_with("make_") ||
         (name.starts_with("atomic") && !m_other_atomics.contains(name)) || is_intrinsic(name) || find_collective(name) ||
         name == "sizeof" || name == "printf";
}

/// Is there a reference that a number can be bound to: to a type of numbers, or to one that is not known?
bool Names::may_take_numbers_by_reference(Range parameters) const {
  for (std::size_t i = parameters.begin; i < parameters.end; i = t.next(i)) {
    if (t.is_one_of(i, {"...", "auto"})) return true;
    if (!t.is_one_of(i, {"&", "&&"})) continue;
    const std::size_t type = t.previous(i);
    const bool is_class =
        t.is_identifier(type) && (is_vector_type(t.token(type).text) || m_classes.contains(t.token(type).text));
    if (!is_class || t.is(t.previous(type), "typename")) return true;
  }
  return false;
}

bool Names::is_call(std::size_t i) const {
  const std::size_t after = t.next(i);
  if (t.is(after, "(") || t.is(after, "{")) return true;
  const std::size_t angle = t.is(after, "<") ? t.closing_angle(after) : none;
  return angle != none && t.is_one_of(t.next(angle), {"(", "{", "::"});
}

bool Names::is_safe_call(std::size_t i) const {
  const std::string_view name = t.token(i).text;
  if (m_takes_references.contains(name)) return true;  // whether it asks is known
  return contains(words_before_parentheses, name) || is_value_type(name) || m_classes.contains(name) ||
         contains(math_functions, name) || name.starts_with("make_") || is_intrinsic(name);
}

/// Does a ( at `i` call what an expression yields: an object, or a pointer to a function?
bool Names::calls_expression(std::size_t i) const {
  const std::size_t before = t.previous(i);
  if (!t.is(i, "(")) return false;
  if (t.is_one_of(before, {"]", "}"})) return true;
  const std::size_t open = t.is(before, ")") ? t.opening(before) : none;
  if (open == none || t.is_one_of(t.previous(open), {"if", "for", "while", "switch"})) return false;
  return !is_cast({t.next(open), before});
}

bool Names::is_cast(Range parenthesised) const {
  if (parenthesised.begin >= parenthesised.end) return false;
  for (std::size_t i = parenthesised.begin; i < parenthesised.end; i = t.next(i))
    if (!t.is(i, "*") && !(t.is_identifier(i) && is_value_type(t.token(i).text))) return false;
  return t.is_identifier(parenthesised.begin);
}

/// Does the token at `i` call, or name, what may ask for threadIdx?
bool Names::may_ask(std::size_t i) const {
  if (m_polls.contains(i) || calls_expression(i)) return true;
  if (!t.is_identifier(i)) return false;
  const std::string_view name = t.token(i).text;
  if (m_asking.contains(name) || is_waiting_name(name)) return true;
  const bool declares = t.is_identifier(t.previous(i)) && is_value_type(t.token(t.previous(i)).text);
  return is_call(i) && !is_safe_call(i) && !declares;
}

bool Names::may_ask_for_thread(Range code) const {
  if (m_anything_may_ask) return true;
  for (std::size_t i = code.begin; i < code.end; i = t.next(i))
    if (may_ask(i)) return true;
  return false;
}

bool Names::may_ask_in_split_kernel(Range code) const {
  if (m_anything_may_ask) return true;
  const auto is_known = [&](std::string_view name) {
    return find_collective(name) ||
           (is_atomic_function(name) && !m_takes_references.contains(name) && !m_other_atomics.contains(name));
  };
  for (std::size_t i = code.begin; i < code.end; i = t.next(i))
    if (may_ask(i) && !(t.is_identifier(i) && is_known(t.token(i).text))) return true;
  return false;
}

}  // namespace judge::lowering
