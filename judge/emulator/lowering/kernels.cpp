#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "judge/emulator/lowering/declarators.hpp"
#include "judge/emulator/lowering/kernel_declarations.hpp"
#include "judge/emulator/lowering/kernel_stubs.hpp"
#include "judge/emulator/lowering/kernel_variables.hpp"
#include "judge/emulator/lowering/passes.hpp"
#include "judge/emulator/lowering/split_kernels.hpp"

namespace judge::lowering {

namespace {

std::string launch_bounds(const Translation& t, const KernelDeclaration& declaration) {
  if (declaration.bounds.empty() || !t.is(declaration.bounds.front().begin, "__launch_bounds__")) return "0";
  const Range bounds = declaration.bounds.front();
  return "::judge_emulated::launch_bounds" + t.flat({t.next(bounds.begin), bounds.end});
}

/// How a kernel's body gets at threadIdx and its like.
struct BodyIndex {
  bool is_shown = false;        ///< by constants of its own; else the thread-local variables
  bool asks_for_thread = true;  ///< those have to be right: something that the body calls may look at them
};

bool is_index(std::string_view name) {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

bool hides_index(const StubParts& parts) {
  return std::ranges::any_of(parts.kernel_parameters,
                             [](const KernelParameter& parameter) { return is_index(parameter.name); });
}

/// Local classes and lambdas without a default capture see no constants of the body, and a parameter may have their name.
BodyIndex index_of_body(const Translation& t, const KernelDeclaration& declaration, const StubParts& parts, const Names& unit) {
  const Range body{declaration.body, declaration.end};
  BodyIndex index{.is_shown = find_lambda_bodies(t, body).empty() && !hides_index(parts)};
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
    return fmt::format(
        "[](const auto& judge_first, auto... judge_arguments) __attribute__((always_inline)) {{ "
        "{}{}{}{}(judge_first, judge_arguments...); }}",
        result, function, parts.name, parts.in.arguments);
  };
  return fmt::format(
      "{headers}{specifiers}{name}{own_arguments}({parameters}) {{ {cluster}::judge_emulated::launch{split}<{address}, "
      "{bounds}, "
      "{asks}>([] {{ "
      "return \"{name}\"; }}, {body}, {guard}{run_block}{values}); }}",
      fmt::arg("cluster", parts.cluster.empty()
                              ? ""
                              : fmt::format("::judge_emulated::note_cluster<{}, ::judge_emulated::cluster_dims{}>(); ",
                                            parts.address, parts.cluster)),
      fmt::arg("asks", index.asks_for_thread ? "::judge_emulated::Asks::yes" : "::judge_emulated::Asks::no"),
      fmt::arg("split", splits == Splits::yes ? "_split" : ""), fmt::arg("body", call("", "judge_kernel_")),
      fmt::arg("guard", guarded == Guarded::yes ? call("return ", "judge_guard_") : "::judge_emulated::NoGuard{}"),
      fmt::arg("run_block", splits == Splits::yes ? ", " + call("", "judge_split_") : ""),
      fmt::arg("headers", parts.in.headers), fmt::arg("specifiers", parts.specifiers), fmt::arg("name", parts.name),
      fmt::arg("own_arguments", parts.own_arguments), fmt::arg("parameters", parts.parameters),
      fmt::arg("address", parts.address), fmt::arg("bounds", bounds), fmt::arg("values", parts.values));
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
  Range declarations;                                 ///< the statements before it
  std::size_t open = none, close = none;              ///< the parentheses of its condition
  std::vector<std::string_view> constants, divisors;  ///< names for the compiler to prove: see KernelVariables
  bool lets_out = false;                              ///< `if (condition) return;`: those that fail it go on
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
  if (!variables.all().empty()) return std::nullopt;  // parameters that change
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
  return fmt::format(
      "{}__attribute__((always_inline)) static inline bool judge_guard_{}(const ::judge_emulated::Here& "
      "judge_here{}{}) {{ {} {} {} return {}({}); }}",
      parts.in.bare_headers, parts.name, parts.bare_parameters.empty() ? "" : ", ", parts.bare_parameters, index_constants,
      t.flat(guard.declarations), proofs(guard.constants, guard.divisors), guard.lets_out ? "!" : "",
      t.flat({t.next(guard.open), guard.close}));
}

/// The condition is skipped in loops whose threads all pass.
void lower_guard(Translation& t, const Guard& guard) {
  t.insert_after(guard.open, {guard.lets_out ? "!judge_here.guard_holds && (" : "judge_here.guard_holds || ("});
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
  t.replace(declaration.qualifier,
            fmt::format("__attribute__(({}{}{})){}",
                        // Of a split kernel only what went wrong runs on fibers.
                        splits == Splits::yes ? "cold, noinline" : "always_inline",
                        has_word(t, declaration, "static") ? "" : ", visibility(\"hidden\")",
                        is_checked ? "" : ", no_sanitize(\"alignment\")", has_word(t, declaration, "inline") ? "" : " inline"));
  t.replace(declaration.name, "judge_kernel_" + parts.name);
  insert_first_parameter(t, declaration);
  if (index.is_shown) t.insert_after(declaration.body, {std::string(index_constants), PlaceOf{t.next(declaration.body)}});
}

/// What is known of the whole translation unit.
struct Surroundings {
  WaitingFunctions waiting;
  Names names;
  SplitKernels splits;
  bool has_specializations;  ///< explicit ones, of whatever
  std::vector<std::string> namespace_shared;
};

bool has_specializations(const Translation& t) {
  for (std::size_t i = 0; i < t.size(); ++i)
    if (t.is(i, "template") && t.is(t.next(i), "<") && t.is(t.next(t.next(i)), ">")) return true;
  return false;
}

std::optional<Pieces> split(Translation& t, const KernelDeclaration& declaration, const StubParts& parts,
                            const Surroundings& surroundings, const BodyIndex& index) {
  if (surroundings.splits == SplitKernels::no || !parts.is_fully_named || !parts.is_plainly_void || parts.has_pack ||
      hides_index(parts))
    return std::nullopt;
  if (!declaration.template_headers.empty() && surroundings.has_specializations) return std::nullopt;
  SplitRequest request{
      .body = declaration.body,
      .head = {},
      .beginning =
          parts.type + namespace_shared_references(t, surroundings.namespace_shared, {declaration.body, declaration.end}),
      .attributes = "always_inline",
      .parameters = parts.kernel_parameters,
      .shows_index = index.is_shown,
      .asks_for_thread = !index.is_shown || surroundings.names.may_ask_in_split_kernel({declaration.body, declaration.end})};
  const char* const sanitizing = is_checked_for_alignment(t, declaration) ? "" : ", no_sanitize(\"alignment\")";
  request.attributes += sanitizing;
  request.head =
      fmt::format("{}__attribute__((unused{})) static void judge_split_{}", parts.in.bare_headers, sanitizing, parts.name);
  return split_kernel(t, request, surroundings.names, surroundings.waiting);
}

Splits lower_kernel_definition(Translation& t, const KernelDeclaration& declaration, const StubParts& parts,
                               const std::string& bounds, const Surroundings& surroundings, const BodyIndex& index) {
  const bool may_guard = parts.is_plainly_void && index.is_shown && may_vectorise(t, declaration);
  const std::optional<Guard> guard = may_guard ? find_guard(t, declaration, parts, surroundings.names) : std::nullopt;
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

/// A template that is only declared here may have explicit specialisations before its definition.
void lower_declaration(Translation& t, const KernelDeclaration& declaration, const StubParts& parts) {
  t.erase(declaration.qualifier);
  if (declaration.template_headers.empty() || declaration.is_specialization) return;
  const char* const type = parts.is_plainly_void ? "inline void" : "inline";
  t.insert_after(declaration.end, {fmt::format("{}{} {}judge_kernel_{}(const ::judge_emulated::Here& judge_here{}{});",
                                               parts.in.headers, type, parts.is_plainly_void ? "" : parts.specifiers,
                                               parts.name, parts.parameters.empty() ? "" : ", ", parts.parameters)});
}

/// `void a::k() {}` becomes `namespace a { void k() {} }`: of what is made of a kernel only k was declared there.
void enter_scope(Translation& t, const KernelDeclaration& declaration) {
  const Range scope = declaration.scope;
  if (scope.begin == scope.end) return;
  const std::size_t first = t.is(scope.begin, "::") ? t.next(scope.begin) : scope.begin;
  t.insert_before(declaration.begin, {fmt::format("namespace {} {{", t.flat({first, t.previous(scope.end)}))});
  t.erase(scope);
}

/// Declares the stub ahead of the body, which may name it; the defaults of its parameters stand there alone.
void declare_stub(Translation& t, const KernelDeclaration& declaration, StubParts& parts) {
  t.insert_before(declaration.begin, {PlaceOf{declaration.name}, fmt::format("{}{}{}({});", parts.in.headers, parts.specifiers,
                                                                             parts.name, parts.parameters)});
  parts.in.headers = parts.in.bare_headers;
  parts.parameters = parts.bare_parameters;
}

/// Returns an expression for the stub's address that the body may use; empty if it has none.
std::string lower_kernel(Translation& t, const KernelDeclaration& declaration, const Surroundings& surroundings) {
  const std::string bounds = launch_bounds(t, declaration);
  std::string cluster = declaration.cluster.begin == none ? "" : t.flat(declaration.cluster);
  for (const Range range : declaration.bounds) t.erase(range);
  StubParts parts = describe_stub(t, declaration, surroundings.names);
  parts.cluster = std::move(cluster);
  if (declaration.body == none) {
    lower_declaration(t, declaration, parts);
    return "";
  }
  enter_scope(t, declaration);
  std::string address;
  const BodyIndex index = index_of_body(t, declaration, parts, surroundings.names);
  Splits splits = Splits::no;
  if (declaration.is_specialization) {
    t.insert_after(declaration.end, {PlaceOf{declaration.name}, host_stub(parts, bounds, Guarded::no, Splits::no, index)});
  } else {
    if (parts.is_fully_named && has_shared_variables(t, declaration)) {
      declare_stub(t, declaration, parts);
      // Where the type is named before the body hides a parameter.
      t.insert_after(declaration.body, {parts.type});
      address = fmt::format("static_cast<judge_stub>(&{}{})", parts.name, parts.in.arguments);
    }
    splits = lower_kernel_definition(t, declaration, parts, bounds, surroundings, index);
  }
  lower_definition(t, declaration, parts, splits, index);
  if (declaration.scope.begin != declaration.scope.end) t.insert_after(declaration.end, {"}"});
  return address;
}

}  // namespace

std::vector<KernelBody> lower_kernels(Translation& t, SplitKernels splits, const Polls& polls) {
  const Surroundings surroundings{WaitingFunctions(t, polls), Names(t, polls), splits, has_specializations(t),
                                  unique_namespace_shared(t)};
  std::vector<KernelBody> bodies;
  for (std::size_t i = 0; i < t.size(); ++i) {
    if (!t.is(i, "__global__")) continue;
    const std::optional<KernelDeclaration> declaration = find_kernel_declaration(t, i);
    if (!declaration) {
      t.erase(i);
      continue;
    }
    if (std::string stub = lower_kernel(t, *declaration, surroundings); !stub.empty())
      bodies.push_back({{declaration->body, declaration->end}, std::move(stub)});
  }
  return bodies;
}

}  // namespace judge::lowering
