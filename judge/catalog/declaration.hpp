#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "judge/catalog/c_tokens.hpp"
#include "judge/model/problem.hpp"

namespace judge {

/// Something that cannot be read or is not allowed, and where.
struct Flaw {
  std::size_t offset = 0;
  std::string message;
};

/// One parameter of a function declaration, read as far as its own tokens tell.
struct DeclaredParameter {
  Parameter parameter;
  bool is_type_known = false;  ///< else parameter.type means nothing
  bool is_reference = false;
  int pointer_levels = 0;
  std::size_t offset = 0;
};

/// A declaration or definition of a free function.
struct FunctionDeclaration {
  std::vector<DeclaredParameter> parameters;
  std::size_t offset = 0;  ///< of the function's name
  bool is_definition = false;
  bool has_c_linkage = false;  ///< extern "C" on it or around it
  bool returns_void = false;
  bool is_in_namespace = false;   ///< named or not
  std::string other_return_type;  ///< a type that is known, and is not void
  std::string text;               ///< on one line, from its first specifier to its closing parenthesis
  std::optional<Flaw> flaw;       ///< set: the parameters could not be read
};

enum class InNamespaces : int { only_with_c_linkage, all };

/// Every free function called `name` outside namespaces, in order; with C linkage inside them too. Templates and
/// what is nested in functions or classes is left out.
std::vector<FunctionDeclaration> find_functions(const CSource& source, std::string_view name,
                                                InNamespaces in_namespaces = InNamespaces::only_with_c_linkage);

/// The type names that a declaration may use, for messages.
std::vector<std::string> known_type_names();

}  // namespace judge
