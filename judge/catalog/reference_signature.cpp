#include "judge/catalog/reference_signature.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <ranges>

#include "judge/catalog/declaration.hpp"
#include "judge/catalog/source_location.hpp"

namespace judge {

namespace {

/// A function of reference.cpp: solve()'s parameters, with some before and some after them.
struct Expected {
  std::string_view name;
  std::size_t before = 0, after = 0;
  bool same_const = false;  ///< else const or not is the author's choice
};

constexpr Expected k_expected[] = {
    {.name = "reference", .same_const = true},
    {.name = "reference_f32", .same_const = true},
    {.name = "generate", .before = 2},
    {.name = "check", .after = 1},
};

std::string spelled(const Parameter& parameter) {
  return fmt::format("{}{}{}", parameter.spelling, parameter.name.empty() ? "" : " ", parameter.name);
}

// How a parameter differs from the one of solve(); nothing where it does not, or cannot be read.
std::optional<std::string> difference(const DeclaredParameter& given, const Parameter& wanted, bool same_const) {
  if (given.is_reference) return "it is a reference";
  if (given.pointer_levels > 1) return "it is a pointer to a pointer";
  if (!given.is_type_known && !given.parameter.is_pointer) return std::nullopt;  // a typedef of any of these
  if (given.parameter.is_pointer != wanted.is_pointer) return wanted.is_pointer ? "it is no pointer" : "it is a pointer";
  if (given.is_type_known && given.parameter.type != wanted.type) return "it is of another type";
  if (!wanted.is_pointer || !same_const || given.parameter.is_const == wanted.is_const) return std::nullopt;
  return wanted.is_const ? "const is missing" : "const is too much";
}

Result<void> check_function(const CSource& source, const std::string& file, const Expected& expected,
                            const Signature& signature) {
  const auto found = find_functions(source, expected.name);
  if (found.empty() || found.back().flaw) return {};  // missing or behind a macro: building it will tell
  const auto& function = found.back();
  const auto place = [&](std::size_t offset) { return locate(source.text, offset, file).text(); };
  const std::size_t extra = expected.before + expected.after, wanted = signature.parameters.size() + extra;
  if (function.parameters.size() != wanted)
    return fail("{}: {}() takes {} parameters, {} are expected: solve()'s{}", place(function.offset), expected.name,
                function.parameters.size(), wanted, extra ? " and those of problems/README.md" : "");
  for (std::size_t i = 0; i < signature.parameters.size(); ++i) {
    const auto& given = function.parameters[expected.before + i];
    if (const auto differs = difference(given, signature.parameters[i], expected.same_const))
      return fail("{}: parameter {} of {}() is '{}', that of solve() in solve.h is '{}': {}", place(given.offset),
                  expected.before + i + 1, expected.name, spelled(given.parameter), spelled(signature.parameters[i]), *differs);
  }
  if (!function.has_c_linkage) return fail("{}: {}() needs extern \"C\"", place(function.offset), expected.name);
  return {};
}

// As judge/reference.h has it.
std::string_view type_name(DType type) {
  if (type == DType::f16) return "__half";
  if (type == DType::bf16) return "__nv_bfloat16";
  return c_name_of(type);
}

}  // namespace

Result<void> check_reference_signature(std::string_view text, const std::string& file, const Signature& signature) {
  const CSource source = c_tokens(text);
  for (const auto& expected : k_expected) JUDGE_CHECK(check_function(source, file, expected, signature));
  return {};
}

std::vector<std::string> reference_defines(std::string_view text, const Signature& signature) {
  const CSource source = c_tokens(text);
  const auto found = find_functions(source, "reference");
  if (found.empty() || found.back().flaw) return {};
  const auto& given = found.back().parameters;
  if (given.size() != signature.parameters.size() || std::ranges::all_of(given, &DeclaredParameter::is_type_known)) return {};
  std::vector<std::string> types;
  for (std::size_t i = 0; i < given.size(); ++i) {
    const Parameter& wanted = signature.parameters[i];
    // As it is spelled where that is known to be right: "long" and "long long" are of one size and two types.
    types.push_back(given[i].is_type_known ? given[i].parameter.spelling
                                           : fmt::format("{}{}{}", wanted.is_pointer && wanted.is_const ? "const " : "",
                                                         type_name(wanted.type), wanted.is_pointer ? "*" : ""));
  }
  return {fmt::format("JUDGE_REFERENCE_PARAMETERS={}", fmt::join(types, ", "))};
}

}  // namespace judge
