#include "judge/catalog/attempt_signature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "judge/catalog/declaration.hpp"
#include "judge/catalog/source_location.hpp"
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
};

SolveDefinition definition_of(const FunctionDeclaration& solve, int line) {
  SolveDefinition result{.line = line, .has_body = solve.is_definition};
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
    if (found.flaw || !found.returns_void) continue;
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
    return fmt::format("parameter {} of solve() is '{}{}{}', {} passes '{}' ({}) there", i + 1, given.spelling,
                       given.name.empty() ? "" : " ", given.name, problem.name, wanted.spelling, wanted.name);
  if (fits) return "";
  return fmt::format("parameter {} of solve() is '{}{}{}', {} passes {} ({}) there", i + 1, given.spelling,
                     given.name.empty() ? "" : " ", given.name, problem.name, kind_of(wanted), wanted.name);
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

}  // namespace judge
