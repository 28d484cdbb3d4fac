#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/emulator/lowering/kernel_declarations.hpp"
#include "judge/emulator/lowering/kernel_variables.hpp"
#include "judge/emulator/lowering/names.hpp"
#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

struct Template {
  std::vector<std::string> names;
  std::string headers;       ///< "template <class T, int N = 4> "
  std::string bare_headers;  ///< "template <class T, int N> "
  std::string arguments;     ///< "<T, N>"
};

/// The pieces of text that the functions made of a kernel share.
struct StubParts {
  std::string name, specifiers, parameters, bare_parameters, values, address;
  std::string own_arguments;  ///< of a specialisation: "<float, 3>", which follows its name
  std::vector<KernelParameter> kernel_parameters;
  std::string cluster;  ///< of __cluster_dims__, with its parentheses; empty if there is none
  std::string type;     ///< of the stub's address, a name for it where the parameters are seen
  bool has_pack = false;
  Template in;
  bool is_fully_named = true;   ///< the body, too, can name all parameters
  bool is_plainly_void = true;  ///< the type is spelled so; else it is among the specifiers
};

StubParts describe_stub(const Translation& translation, const KernelDeclaration& declaration, const Names& unit);

/// Does the word stand between the declaration's template headers and its name, outside of angle brackets?
bool has_word(const Translation& translation, const KernelDeclaration& declaration, std::string_view word);

}  // namespace judge::lowering
