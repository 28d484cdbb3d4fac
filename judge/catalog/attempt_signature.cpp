#include "judge/catalog/attempt_signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "judge/catalog/declaration.hpp"
#include "judge/catalog/source_location.hpp"
#include "judge/catalog/suggest.hpp"
#include "judge/util/c_lexer.hpp"
#include "judge/util/contains.hpp"

namespace judge {

namespace {

/// `solve` as an attempt's source text has it.
struct SolveDefinition {
  Signature signature;
  std::vector<std::size_t> unknown_types;  ///< parameters of a type that this reader does not know: no DType either
  std::vector<bool> points_to_elements;    ///< those that are `T*` or `T[]`, no reference and no `T**`
  int line = 0;                            ///< of the function's name
  bool has_body = false;                   ///< else only declared
  std::string other_return_type;           ///< empty = void
};

SolveDefinition definition_of(const FunctionDeclaration& solve, int line) {
  SolveDefinition result{.line = line, .has_body = solve.is_definition, .other_return_type = solve.other_return_type};
  result.signature.text = solve.text;
  for (const auto& declared : solve.parameters) {
    if (!declared.is_type_known) result.unknown_types.push_back(result.signature.parameters.size());
    result.signature.parameters.push_back(declared.parameter);
    result.points_to_elements.push_back(declared.parameter.is_pointer && declared.pointer_levels == 1 &&
                                        !declared.is_reference);
    result.signature.parameters.back().is_pointer |= declared.is_reference;  // passed alike
  }
  return result;
}

struct Solves {
  std::vector<SolveDefinition> read;
  bool has_unreadable = false;
};

/// The definitions, or else the declarations.
Solves all_solves(std::string_view text, std::string_view file_name) {
  const CSource source = c_tokens(text);
  Solves solves;
  for (const auto& found : find_functions(source, "solve")) {
    solves.has_unreadable |= found.flaw.has_value();
    if (found.flaw || (!found.returns_void && found.other_return_type.empty())) continue;
    solves.read.push_back(definition_of(found, locate(text, found.offset, file_name).line));
  }
  const bool has_definition = std::ranges::any_of(solves.read, &SolveDefinition::has_body);
  if (has_definition) std::erase_if(solves.read, [](const SolveDefinition& solve) { return !solve.has_body; });
  return solves;
}

std::string plural(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string kind_of(const Parameter& parameter) {
  if (parameter.is_pointer) return "a pointer";
  return fmt::format("a number of type {}", c_name_of(parameter.type));
}

// "int N"
std::string as_declared(const Parameter& parameter) {
  return parameter.spelling + (parameter.name.empty() ? "" : " ") + parameter.name;
}

// Could elements of the one type be meant where the other is passed? Bytes read anything, signs do not matter, and an integer that is
// wider than the element may stand for several of them, as float4 does.
bool may_point_to(DType given, DType passed) {
  if (given == passed || size_of(given) == 1) return true;
  if (is_floating(given)) return false;
  if (size_of(given) > size_of(passed)) return true;
  return !is_floating(passed) && size_of(given) == size_of(passed);
}

// What is wrong with parameter `i`, or nothing.
std::string misfit(const Problem& problem, const SolveDefinition& solve, std::size_t i) {
  const Parameter& wanted = problem.signature.parameters[i];
  const Parameter& given = solve.signature.parameters[i];
  const bool is_unknown = contains(solve.unknown_types, i);
  if (is_unknown && !given.is_pointer) return "";  // the name may stand for anything
  bool fits = given.is_pointer == wanted.is_pointer;
  if (fits && !given.is_pointer)
    fits = is_floating(given.type) == is_floating(wanted.type) && (!is_floating(given.type) || given.type == wanted.type);
  if (fits && given.is_pointer && !is_unknown && solve.points_to_elements[i] && !may_point_to(given.type, wanted.type))
    return fmt::format("parameter {} of solve() is '{}', {} passes '{}' ({}) there", i + 1, as_declared(given), problem.name,
                       wanted.spelling, wanted.name);
  if (fits && !given.is_pointer && size_of(given.type) < size_of(wanted.type))
    return fmt::format("parameter {} of solve() is '{}', which is narrower than the number of type {} that {} passes ({})",
                       i + 1, as_declared(given), c_name_of(wanted.type), problem.name, wanted.name);
  if (fits) return "";
  return fmt::format("parameter {} of solve() is '{}', {} passes {} ({}) there", i + 1, as_declared(given), problem.name,
                     kind_of(wanted), wanted.name);
}

// The problem's names, all of them, in another order, and an input that it does not write arrives where an output is written: it was
// written by another problem's signature, or from memory. What has the order by const too is left alone, and so is what has no const.
std::string other_order(const Problem& problem, const SolveDefinition& solve) {
  const auto& wanted = problem.signature.parameters;
  const auto& given = solve.signature.parameters;
  if (!std::ranges::is_permutation(given, wanted, {}, &Parameter::name, &Parameter::name)) return "";
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (given[i].name == wanted[i].name || !given[i].is_pointer) continue;
    const auto own = std::ranges::find(wanted, given[i].name, &Parameter::name);
    const auto there = std::ranges::find(given, wanted[i].name, &Parameter::name);
    if (given[i].is_const == wanted[i].is_const || given[i].is_const != own->is_const || there->is_const != wanted[i].is_const)
      continue;
    return fmt::format("parameter {} of solve() is called {}, {} passes {} there and {} as parameter {}", i + 1, given[i].name,
                       problem.name, wanted[i].name, given[i].name, own - wanted.begin() + 1);
  }
  return "";
}

// What is wrong with the whole, or nothing.
std::string misfit(const Problem& problem, const SolveDefinition& solve) {
  if (find_word(solve.signature.text, "__global__") != std::string::npos)
    return "solve() is a kernel (__global__); it must be a host function, which launches kernels with <<<...>>>";
  if (!solve.other_return_type.empty()) return fmt::format("solve() returns {}, it must return void", solve.other_return_type);
  const auto& wanted = problem.signature.parameters;
  const auto& given = solve.signature.parameters;
  // A lone unknown word may be a macro for several parameters.
  const bool has_lone_word = std::ranges::any_of(solve.unknown_types, [&](std::size_t i) { return given[i].name.empty(); });
  if (wanted.size() != given.size() && has_lone_word) return "";
  if (wanted.size() != given.size()) {
    std::string names;
    for (const auto& parameter : wanted) names += (names.empty() ? "" : ", ") + parameter.name;
    return fmt::format("solve() takes {}, {} passes {} ({})", plural(given.size(), "parameter"), problem.name, wanted.size(),
                       names);
  }
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (auto message = misfit(problem, solve, i); !message.empty()) return message;
  return other_order(problem, solve);
}

}  // namespace

Result<void> check_attempt_signature(const Problem& problem, std::string_view source, std::string_view file_name) {
  std::optional<Error> first;
  const auto solves = all_solves(source, file_name);
  if (solves.has_unreadable) return {};
  for (const auto& solve : solves.read) {
    const auto message = misfit(problem, solve);
    if (message.empty()) return {};
    if (!first) first = Error{fmt::format("{}:{}: {}\n  expected: {}", file_name, solve.line, message, problem.signature.text)};
  }
  if (first) return std::unexpected(*first);
  return {};
}

std::string signature_warnings(const Problem& problem, std::string_view source, std::string_view file_name) {
  const auto solves = all_solves(source, file_name);
  if (solves.has_unreadable || solves.read.size() != 1) return "";
  const auto& solve = solves.read.front();
  const auto& wanted = problem.signature.parameters;
  const auto& given = solve.signature.parameters;
  std::string warnings;
  for (std::size_t i = 0; i < std::min(wanted.size(), given.size()); ++i) {
    const bool is_number = !given[i].is_pointer && !wanted[i].is_pointer && !contains(solve.unknown_types, i);
    if (!is_number || size_of(given[i].type) <= size_of(wanted[i].type)) continue;
    warnings += fmt::format(
        "{}:{}: warning: parameter {} of solve() is '{}', {} passes '{}'; judge widens it, elsewhere its upper half may hold "
        "anything\n",
        file_name, solve.line, i + 1, as_declared(given[i]), problem.name, as_declared(wanted[i]));
  }
  return warnings;
}

namespace {

// Names of functions as far as tokens tell, each once.
std::vector<std::string> called_or_defined(const CSource& source) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i + 1 < source.tokens.size(); ++i) {
    const CToken& token = source.tokens[i];
    if (token.kind != CToken::Kind::word || !source.tokens[i + 1].is("(")) continue;
    if (std::string name(token.text); !contains(names, name)) names.push_back(std::move(name));
  }
  return names;
}

bool is_host_function(const FunctionDeclaration& function) {
  const auto has = [&](std::string_view word) { return find_word(function.text, word) != std::string::npos; };
  return function.is_definition && !has("__global__") && (!has("__device__") || has("__host__"));
}

std::string why_not_exported(const FunctionDeclaration& solve) {
  for (const std::string_view word : {"static", "inline", "__forceinline__"})
    if (find_word(solve.text, word) != std::string::npos)
      return fmt::format("this solve() is {0}, so it cannot be called from outside: leave {0} out", word);
  if (solve.is_in_namespace) return "this solve() is in a namespace: put it outside, or write extern \"C\" before it";
  return "";
}

}  // namespace

std::string nearly_solve(std::string_view text, std::string_view file_name) {
  const CSource source = c_tokens(text);
  const auto at = [&](const FunctionDeclaration& function, const std::string& message) {
    return fmt::format("{}:{}: {}", file_name, locate(text, function.offset, file_name).line, message);
  };
  for (const auto& solve : find_functions(source, "solve", InNamespaces::all))
    if (const auto why = why_not_exported(solve); solve.is_definition && !why.empty()) return at(solve, why);
  auto names = closest_names("solve", called_or_defined(source));
  std::erase(names, "solve");
  for (const auto& name : names)
    for (const auto& function : find_functions(source, name))
      if (is_host_function(function)) return at(function, fmt::format("this is {}(), it must be called solve()", name));
  for (const auto& function : find_functions(source, "main"))
    if (function.is_definition)
      return at(function, "this is a program with main(); judge calls solve() instead, with buffers that are already filled");
  return "";
}

}  // namespace judge
