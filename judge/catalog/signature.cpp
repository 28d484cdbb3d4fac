#include "judge/catalog/signature.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "judge/catalog/declaration.hpp"
#include "judge/catalog/source_location.hpp"
#include "judge/catalog/suggest.hpp"

namespace judge {

namespace {

constexpr std::size_t k_most_parameters = 256;

std::optional<std::string> complaint_about(const DeclaredParameter& declared) {
  const auto& parameter = declared.parameter;
  const std::string& spelling = parameter.spelling;
  if (declared.is_reference) return fmt::format("'{}' is a reference; pass pointers and plain numbers", spelling);
  if (declared.pointer_levels > 1) return fmt::format("'{}' is a pointer to a pointer; a buffer is a plain pointer", spelling);
  if (!declared.is_type_known) {
    std::string bare = spelling;
    for (const std::string_view word : {"const ", "*", " "})
      for (auto at = bare.find(word); at != std::string::npos; at = bare.find(word)) bare.erase(at, word.size());
    return fmt::format("the type of '{}' is not one that the judge can pass{}", spelling,
                       did_you_mean(bare, known_type_names()));
  }
  if (parameter.name.empty())
    return fmt::format("the parameter '{}' has no name; problem.json refers to parameters by name", spelling);
  const bool is_half = parameter.type == DType::f16 || parameter.type == DType::bf16;
  if (is_half && !parameter.is_pointer)
    return fmt::format("'{} {}': pass a half-precision number as float", spelling, parameter.name);
  return std::nullopt;
}

std::optional<Flaw> flaw_in(const FunctionDeclaration& solve) {
  if (solve.flaw) return solve.flaw;
  if (!solve.returns_void) return Flaw{solve.offset, "solve() must return void"};
  if (solve.parameters.empty()) return Flaw{solve.offset, "solve() has no parameters; it needs an output buffer at least"};
  if (solve.parameters.size() > k_most_parameters)
    return Flaw{solve.offset, fmt::format("solve() has more than {} parameters", k_most_parameters)};
  for (auto it = solve.parameters.begin(); it != solve.parameters.end(); ++it) {
    if (auto message = complaint_about(*it)) return Flaw{it->offset, *message};
    const bool is_taken = std::any_of(solve.parameters.begin(), it,
                                      [&](const auto& earlier) { return earlier.parameter.name == it->parameter.name; });
    if (is_taken) return Flaw{it->offset, fmt::format("two parameters are called '{}'", it->parameter.name)};
  }
  return std::nullopt;
}

Signature signature_of(const FunctionDeclaration& solve) {
  Signature signature;
  for (const auto& declared : solve.parameters) signature.parameters.push_back(declared.parameter);
  signature.text = solve.text.starts_with("extern") ? solve.text : "extern \"C\" " + solve.text;
  return signature;
}

bool same_types(const Signature& a, const Signature& b) {
  return std::ranges::equal(a.parameters, b.parameters, [](const Parameter& x, const Parameter& y) {
    return x.type == y.type && x.is_pointer == y.is_pointer && x.name == y.name;
  });
}

}  // namespace

Result<Signature> parse_signature(std::string_view text, std::string_view file_name) {
  const CSource source = c_tokens(text);
  const auto found = find_functions(source, "solve");
  if (found.empty())
    return fail("{}: declares no solve(); expected: extern \"C\" void solve(const float* A, float* B, int N);", file_name);
  for (const auto& solve : found)
    if (const auto flaw = flaw_in(solve)) return fail("{}: {}", locate(text, flaw->offset, file_name).text(), flaw->message);
  Signature signature = signature_of(found.front());
  for (const auto& other : found)
    if (!same_types(signature, signature_of(other)))
      return fail("{}: solve() is declared twice, with different parameters", locate(text, other.offset, file_name).text());
  return signature;
}

}  // namespace judge
