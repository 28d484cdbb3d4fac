#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <ranges>

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/kernel_variables.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/split_kernels.hpp"

namespace judge::lowering {

namespace {

/// A declaration with __global__, taken apart.
struct KernelDeclaration {
  std::size_t qualifier = none;             ///< the __global__
  std::size_t begin = none;                 ///< of the whole declaration
  std::vector<Range> template_headers;      ///< between < and >, exclusive
  std::vector<Range> bounds;                ///< __launch_bounds__ ( ... ), whole
  std::size_t name = none;
  bool is_specialization = false;           ///< name<...>(
  std::size_t open = none, close = none;    ///< of the parameters
  std::size_t end = none;                   ///< the ; or the }
  std::size_t body = none;                  ///< the {, if it is a definition
};

bool takes_arguments(const Translation& t, std::size_t i) {
  return t.is(i, "__launch_bounds__") || t.is(i, "__attribute__") || t.is(i, "alignas") || t.is(i, "__declspec");
}

/// The first token of the declaration that holds `qualifier`.
std::size_t find_begin(const Translation& t, std::size_t qualifier, KernelDeclaration& declaration) {
  std::size_t begin = qualifier;
  for (std::size_t i = t.previous(begin); i != none; i = t.previous(begin)) {
    if (t.is(i, ")") || t.is(i, "]")) {
      const std::size_t open = t.opening(i);
      if (open == none) return begin;
      begin = t.is(i, ")") ? t.previous(open) : open;
      if (!t.is(i, "]") && !takes_arguments(t, begin)) return t.next(i);
    } else if (t.is(i, ">")) {
      const std::size_t open = t.opening_angle(i), keyword = t.previous(open);
      if (open == none || !t.is(keyword, "template")) return begin;
      declaration.template_headers.insert(declaration.template_headers.begin(), {t.next(open), i});
      begin = keyword;
    } else if (t.is_identifier(i) || t.token(i).kind == TokenKind::text) {
      begin = i;
    } else {
      return begin;
    }
  }
  return begin;
}

/// Finds name and parameters behind the qualifier. False: this is no function declaration we know.
bool find_name(const Translation& t, KernelDeclaration& declaration) {
  for (std::size_t i = declaration.begin; i < t.size(); i = t.next(i)) {
    if (takes_arguments(t, i) && t.is(t.next(i), "(")) {
      const std::size_t close = t.closing(t.next(i));
      if (close == none) return false;
      if (t.is(i, "__launch_bounds__")) declaration.bounds.push_back({i, close + 1});
      i = close;
    } else if (t.is(i, "template") && t.is(t.next(i), "<")) {
      i = t.closing_angle(t.next(i));
    } else if (t.is(i, "[")) {
      i = t.closing(i);
    } else if (t.is_identifier(i)) {
      const std::size_t after = t.next(i), angle = t.is(after, "<") ? t.closing_angle(after) : none;
      declaration.name = i;
      declaration.is_specialization = angle != none && t.is(t.next(angle), "(");
      declaration.open = declaration.is_specialization ? t.next(angle) : after;
      if (t.is(declaration.open, "(")) break;
    } else if (t.is(i, ";") || t.is(i, "{") || t.is(i, "}")) {
      return false;
    }
    if (i == none) return false;
  }
  declaration.close = t.is(declaration.open, "(") ? t.closing(declaration.open) : none;
  return declaration.close != none;
}

bool find_end(const Translation& t, KernelDeclaration& declaration) {
  for (std::size_t i = t.next(declaration.close); i < t.size(); i = t.next(i)) {
    if (t.is(i, "__launch_bounds__") && t.is(t.next(i), "(")) {
      const std::size_t close = t.closing(t.next(i));
      if (close == none) return false;
      declaration.bounds.push_back({i, close + 1});
      i = close;
    } else if (t.is(i, ";")) {
      declaration.end = i;
      return true;
    } else if (t.is(i, "{")) {
      declaration.body = i;
      declaration.end = t.closing(i);
      return declaration.end != none;
    }
  }
  return false;
}

bool has_word(const Translation& t, const KernelDeclaration& declaration, std::string_view word) {
  for (std::size_t i = declaration.begin; i < declaration.name; i = t.next(i))
    if (t.is(i, word)) return true;
  return false;
}

std::string join(const std::vector<std::string>& parts) {
  return fmt::format("{}", fmt::join(parts, ", "));
}

struct Template {
  std::vector<std::string> names;
  std::string headers;         ///< "template <class T, int N = 4> "
  std::string bare_headers;    ///< "template <class T, int N> "
  std::string arguments;       ///< "<T, N>"
};

Template describe_template(const Translation& t, const KernelDeclaration& declaration) {
  Template result;
  for (const Range header : declaration.template_headers) {
    std::vector<std::string> texts, bare_texts, names;
    for (const Parameter& parameter : parse_template_parameters(t, header)) {
      texts.push_back(parameter.text);
      bare_texts.push_back(parameter.bare_text);
      names.push_back(parameter.name + (parameter.is_pack ? "..." : ""));
      result.names.push_back(parameter.name);
    }
    result.headers += fmt::format("template <{}> ", join(texts));
    result.bare_headers += fmt::format("template <{}> ", join(bare_texts));
    result.arguments = fmt::format("<{}>", join(names));
  }
  return result;
}

/// static, extern "C", attributes: what the declaration says besides its template, type and name.
std::string other_specifiers(const Translation& t, const KernelDeclaration& declaration) {
  std::string text;
  for (std::size_t i = declaration.begin; i < declaration.name; i = t.next(i)) {
    if (t.is(i, "template") && t.is(t.next(i), "<")) i = t.closing_angle(t.next(i));
    else if (!t.is(i, "__global__") && !t.is(i, "void") && !t.is_erased(i)) text += std::string(t.token(i).text) + " ";
  }
  return text;
}

std::string launch_bounds(const Translation& t, const KernelDeclaration& declaration) {
  if (declaration.bounds.empty()) return "0";
  const Range bounds = declaration.bounds.front();
  return "::judge_emulated::launch_bounds" + t.flat({t.next(bounds.begin), bounds.end});
}

/// The pieces of text that the functions made of a kernel share.
struct StubParts {
  std::string name, specifiers, parameters, bare_parameters, values, address;
  std::vector<KernelParameter> kernel_parameters;
  bool has_pack = false;
  Template in;
  bool is_fully_named = true;    ///< the body, too, can name all parameters
};

ParameterType type_of_parameter(const Parameter& parameter, const Names& unit) {
  if (parameter.is_pack || parameter.bare_text.find_first_of("&<(") != std::string::npos) return ParameterType::other;
  if (parameter.bare_text.find_first_of("*[") != std::string::npos) return ParameterType::pointer;
  for (const auto word : std::views::split(parameter.bare_text, ' ')) {
    const std::string_view text(word.begin(), word.end());
    if (!text.empty() && text != parameter.name && !unit.is_number_type(text)) return ParameterType::other;
  }
  return ParameterType::number;
}

StubParts describe_stub(const Translation& t, const KernelDeclaration& declaration, const Names& unit) {
  StubParts parts;
  parts.name = t.token(declaration.name).text;
  parts.specifiers = other_specifiers(t, declaration);
  parts.in = describe_template(t, declaration);
  std::vector<std::string> texts, bare_texts, types, values;
  for (const Parameter& parameter : parse_parameters(t, {t.next(declaration.open), declaration.close})) {
    const char* const pack = parameter.is_pack ? "..." : "";
    if (parameter.name.starts_with("judge_")) parts.is_fully_named = false;
    texts.push_back(parameter.text);
    bare_texts.push_back(parameter.bare_text);
    types.push_back(fmt::format("decltype({}){}", parameter.name, pack));
    values.push_back(fmt::format(", {}{}", parameter.name, pack));
    parts.kernel_parameters.push_back({parameter.name, parameter.bare_text, type_of_parameter(parameter, unit)});
    parts.has_pack |= parameter.is_pack;
  }
  if (parts.in.arguments.find("judge_template_") != std::string::npos) parts.is_fully_named = false;
  parts.parameters = join(texts);
  parts.bare_parameters = join(bare_texts);
  parts.values = fmt::format("{}", fmt::join(values, ""));
  parts.address = fmt::format("static_cast<void (*)({})>(&{}{})", join(types), parts.name, parts.in.arguments);
  return parts;
}

/// How a kernel's body gets at threadIdx and its like.
struct BodyIndex {
  bool is_shown = false;          ///< by constants of its own; else the thread-local variables
  bool asks_for_thread = true;    ///< those have to be right: something that the body calls may look at them
};

/// Local classes and lambdas without a default capture see no constants of the body.
BodyIndex index_of_body(const Translation& t, const KernelDeclaration& declaration, const Names& unit) {
  const Range body{declaration.body, declaration.end};
  BodyIndex index{.is_shown = find_lambda_bodies(t, body).empty()};
  for (std::size_t i = body.begin; i < body.end; i = t.next(i))
    if (t.is_one_of(i, {"class", "struct", "union"}) && (t.is(t.next(i), "{") || !t.is_identifier(t.next(t.next(i)))))
      index.is_shown = false;
  index.asks_for_thread = !index.is_shown || unit.may_ask_for_thread(body);
  return index;
}

constexpr std::string_view index_constants =
    "[[maybe_unused]] const uint3 threadIdx = judge_here.thread, blockIdx = judge_here.block; [[maybe_unused]] const dim3 "
    "blockDim = judge_here.block_size, gridDim = judge_here.grid_size;";

enum class Guarded { no, yes };
enum class Splits { no, yes };

std::string host_stub(const StubParts& parts, const std::string& bounds, Guarded guarded, Splits splits,
                      const BodyIndex& index) {
  const auto call = [&](std::string_view result, std::string_view function) {
    return fmt::format("[](const auto& judge_first, auto... judge_arguments) __attribute__((always_inline)) {{ "
                       "{}{}{}{}(judge_first, judge_arguments...); }}",
                       result, function, parts.name, parts.in.arguments);
  };
  return fmt::format(
      "{headers}{specifiers}void {name}({parameters}) {{ ::judge_emulated::launch{split}<{address}, {bounds}, {asks}>([] {{ "
      "return \"{name}\"; }}, {body}, {guard}{run_block}{values}); }}",
      fmt::arg("asks", index.asks_for_thread ? "::judge_emulated::Asks::yes" : "::judge_emulated::Asks::no"),
      fmt::arg("split", splits == Splits::yes ? "_split" : ""),
      fmt::arg("body", call("", "judge_kernel_")),
      fmt::arg("guard", guarded == Guarded::yes ? call("return ", "judge_guard_") : "::judge_emulated::NoGuard{}"),
      fmt::arg("run_block", splits == Splits::yes ? ", " + call("", "judge_split_") : ""),
      fmt::arg("headers", parts.in.headers), fmt::arg("specifiers", parts.specifiers), fmt::arg("name", parts.name),
      fmt::arg("parameters", parts.parameters), fmt::arg("address", parts.address), fmt::arg("bounds", bounds),
      fmt::arg("values", parts.values));
}

bool has_shared_variables(const Translation& t, const KernelDeclaration& declaration) {
  for (std::size_t i = declaration.body; i < declaration.end; i = t.next(i))
    if (t.is(i, "__shared__")) return true;
  return false;
}

// Guards. Most kernels begin by letting out the threads that have nothing to do: `if (i < n) ...` or
// `if (i >= n) return;` behind a few declarations. Such a condition makes a compiler mask every load of the vectorised
// loop, which costs two thirds of the speed on some processors. So a kernel that begins so also gets a function that
// tells whether a thread passes; a row of threads that all pass runs in a loop without the condition.

struct Guard {
  Range declarations;              ///< the statements before it
  std::size_t open = none, close = none;   ///< the parentheses of its condition
  std::vector<std::string_view> constants, divisors;   ///< names for the compiler to prove: see KernelVariables
  bool lets_out = false;           ///< `if (condition) return;`: those that fail it go on
};

/// Is the statement at `i` nothing but a return?
bool is_return(const Translation& t, std::size_t i) {
  if (t.is(i, "{"))
    return t.is(t.next(i), "return") && t.is(t.next(t.next(i)), ";") && t.closing(i) == t.next(t.next(t.next(i)));
  return t.is(i, "return") && t.is(t.next(i), ";");
}

/// Declarations before the guard, and its condition, are computed twice. So they may have no effect and read no memory,
/// which is what the variables of a kernel are looked through for when it is split.
std::optional<Guard> find_guard(const Translation& t, const KernelDeclaration& declaration, const StubParts& parts,
                                const Names& unit) {
  Guard guard;
  KernelVariables variables(t, unit, {declaration.body, declaration.end + 1}, parts.kernel_parameters);
  if (!variables.all().empty()) return std::nullopt;        // parameters that change
  std::size_t i = t.next(declaration.body);
  while (is_declaration(t, i)) {
    const std::size_t end = end_of_statement(t, i);
    if (end == none) return std::nullopt;
    const auto declared = variables.declare({i, end + 1}, declaration.end);
    const auto is_computed = [&](std::size_t index) {
      const VariableKind kind = variables.all()[index].kind;
      return kind == VariableKind::recomputed || kind == VariableKind::uniform;
    };
    if (declared.empty() || !std::ranges::all_of(declared, is_computed)) return std::nullopt;
    i = t.next(end);
  }
  guard.declarations = {t.next(declaration.body), i};
  guard.open = t.next(i);
  guard.close = t.is(i, "if") && t.is(guard.open, "(") ? t.closing(guard.open) : none;
  if (guard.close == none || variables.dependence({t.next(guard.open), guard.close}) == Dependence::unknown)
    return std::nullopt;
  guard.constants.assign(variables.relied_on().begin(), variables.relied_on().end());
  guard.divisors.assign(variables.divisors().begin(), variables.divisors().end());
  const std::size_t then = t.next(guard.close);
  guard.lets_out = is_return(t, then);
  if (guard.lets_out) return guard;
  const std::size_t end = t.is(then, "{") ? t.closing(then) : end_of_statement(t, then);
  const bool is_whole_body = end != none && t.next(end) == declaration.end && !t.is(then, "if") && !t.is(then, "for");
  return is_whole_body ? std::optional(guard) : std::nullopt;
}

/// Only loops without barriers and warp operations can be vectorised.
bool may_vectorise(const Translation& t, const KernelDeclaration& declaration) {
  for (std::size_t i = declaration.body; i < declaration.end; i = t.next(i))
    if (t.is_identifier(i) &&
        (t.token(i).text.starts_with("__sync") || t.token(i).text.starts_with("__shfl") || t.is(i, "__shared__")))
      return false;
  return true;
}

std::string guard_function(const Translation& t, const StubParts& parts, const Guard& guard) {
  return fmt::format("{}__attribute__((always_inline)) static inline bool judge_guard_{}(const ::judge_emulated::Here& "
                     "judge_here{}{}) {{ {} {} {} return {}({}); }}",
                     parts.in.bare_headers, parts.name, parts.bare_parameters.empty() ? "" : ", ", parts.bare_parameters, index_constants,
                     t.flat(guard.declarations), proofs(guard.constants, guard.divisors), guard.lets_out ? "!" : "",
                     t.flat({t.next(guard.open), guard.close}));
}

/// The condition is skipped in loops whose threads all pass.
void lower_guard(Translation& t, const Guard& guard) {
  t.insert_after(guard.open,
                 {guard.lets_out ? "!judge_here.guard_holds && (" : "judge_here.guard_holds || ("});
  t.insert_before(guard.close, {")"});
}

/// A template's types may be vector types.
bool is_checked_for_alignment(const Translation& t, const KernelDeclaration& declaration) {
  return may_misalign(t, {declaration.begin, declaration.end}) || !declaration.template_headers.empty();
}

/// The place of the thread, before the user's own parameters.
void insert_first_parameter(Translation& t, const KernelDeclaration& declaration) {
  const std::size_t first = t.next(declaration.open);
  const bool has_none = first == declaration.close || (t.is(first, "void") && t.next(first) == declaration.close);
  if (has_none && t.is(first, "void")) t.erase(first);
  t.insert_after(declaration.open, {std::string("const ::judge_emulated::Here& judge_here") + (has_none ? "" : ",")});
}

void lower_definition(Translation& t, const KernelDeclaration& declaration, const StubParts& parts, Splits splits,
                      const BodyIndex& index) {
  const bool is_checked = is_checked_for_alignment(t, declaration);
  t.replace(declaration.qualifier, fmt::format("__attribute__(({}{}{})){}",
                                               // Of a split kernel only what went wrong runs on fibers.
                                               splits == Splits::yes ? "cold, noinline" : "always_inline",
                                               has_word(t, declaration, "static") ? "" : ", visibility(\"hidden\")",
                                               is_checked ? "" : ", no_sanitize(\"alignment\")",
                                               has_word(t, declaration, "inline") ? "" : " inline"));
  t.replace(declaration.name, "judge_kernel_" + parts.name);
  insert_first_parameter(t, declaration);
  if (index.is_shown) t.insert_after(declaration.body, {std::string(index_constants), PlaceOf{t.next(declaration.body)}});
}

/// What is known of the whole translation unit.
struct Surroundings {
  WaitingFunctions waiting;
  Names names;
  SplitKernels splits;
  bool has_specializations;      ///< explicit ones, of whatever
};

bool has_specializations(const Translation& t) {
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.is(i, "template") && t.is(t.next(i), "<") && t.is(t.next(t.next(i)), ">")) return true;
  return false;
}

std::optional<Pieces> split(const Translation& t, const KernelDeclaration& declaration, const StubParts& parts,
                            const Surroundings& surroundings, const BodyIndex& index) {
  if (surroundings.splits == SplitKernels::no || !parts.is_fully_named || parts.has_pack) return std::nullopt;
  if (!declaration.template_headers.empty() && surroundings.has_specializations) return std::nullopt;
  SplitRequest request{.body = declaration.body,
                       .head = {},
                       .attributes = "always_inline",
                       .parameters = parts.kernel_parameters,
                       .shows_index = index.is_shown,
                       .asks_for_thread = !index.is_shown || surroundings.names.may_ask_between_collectives(
                                                                 {declaration.body, declaration.end})};
  const char* const sanitizing = is_checked_for_alignment(t, declaration) ? "" : ", no_sanitize(\"alignment\")";
  request.attributes += sanitizing;
  request.head = fmt::format("{}__attribute__((unused{})) static void judge_split_{}", parts.in.bare_headers, sanitizing,
                             parts.name);
  return split_kernel(t, request, surroundings.names, surroundings.waiting);
}

Splits lower_kernel_definition(Translation& t, const KernelDeclaration& declaration, const StubParts& parts,
                             const std::string& bounds, const Surroundings& surroundings, const BodyIndex& index) {
  const std::optional<Guard> guard = index.is_shown && may_vectorise(t, declaration)
                                         ? find_guard(t, declaration, parts, surroundings.names)
                                         : std::nullopt;
  if (guard) {
    t.insert_after(declaration.end, {PlaceOf{declaration.name}, guard_function(t, parts, *guard)});
    lower_guard(t, *guard);
  }
  std::optional<Pieces> run_block = split(t, declaration, parts, surroundings, index);
  const Splits splits = run_block ? Splits::yes : Splits::no;
  if (run_block) {
    t.insert_after(declaration.end, {PlaceOf{declaration.name}});
    t.insert_after(declaration.end, std::move(*run_block));
  }
  t.insert_after(declaration.end,
                 {PlaceOf{declaration.name}, host_stub(parts, bounds, guard ? Guarded::yes : Guarded::no, splits, index)});
  return splits;
}

/// Returns an expression for the stub's address that the body may use; empty if it has none.
std::string lower_kernel(Translation& t, const KernelDeclaration& declaration, const Surroundings& surroundings) {
  const std::string bounds = launch_bounds(t, declaration);
  for (const Range range : declaration.bounds) t.erase(range);
  const StubParts parts = describe_stub(t, declaration, surroundings.names);
  if (declaration.body == none) {
    t.erase(declaration.qualifier);
    // A template that is only declared here may have explicit specialisations before its definition.
    if (!declaration.template_headers.empty() && !declaration.is_specialization)
      t.insert_after(declaration.end,
                     {fmt::format("{}inline void judge_kernel_{}(const ::judge_emulated::Here& judge_here{}{});",
                                  parts.in.headers, parts.name, parts.parameters.empty() ? "" : ", ", parts.parameters)});
    return "";
  }
  std::string address;
  const BodyIndex index = index_of_body(t, declaration, surroundings.names);
  Splits splits = Splits::no;
  if (!declaration.is_specialization) {
    if (parts.is_fully_named && has_shared_variables(t, declaration)) {
      t.insert_before(declaration.begin,
                      {PlaceOf{declaration.name}, fmt::format("{}{}void {}({});", parts.in.bare_headers,
                                                              parts.specifiers, parts.name, parts.bare_parameters)});
      address = parts.address;
    }
    splits = lower_kernel_definition(t, declaration, parts, bounds, surroundings, index);
  }
  lower_definition(t, declaration, parts, splits, index);
  return address;
}

}  // namespace

std::vector<KernelBody> lower_kernels(Translation& t, SplitKernels splits) {
  const Surroundings surroundings{WaitingFunctions(t), Names(t), splits, has_specializations(t)};
  std::vector<KernelBody> bodies;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is(i, "__global__")) continue;
    KernelDeclaration declaration;
    declaration.qualifier = i;
    declaration.begin = find_begin(t, i, declaration);
    if (!find_name(t, declaration) || !find_end(t, declaration)) {
      t.erase(i);
      continue;
    }
    if (std::string stub = lower_kernel(t, declaration, surroundings); !stub.empty())
      bodies.push_back({{declaration.body, declaration.end}, std::move(stub)});
  }
  return bodies;
}

}  // namespace judge::lowering
