#pragma once

#include <string>
#include <vector>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// A parameter of a function or of a template.
struct Parameter {
  std::string name;       ///< made up if the user gave none
  std::string text;       ///< the whole parameter, on one line, with that name
  std::string bare_text;  ///< the same without its default
  bool is_pack = false;
};

/// The parts of `range` between commas that stand outside all brackets; angle brackets count as brackets where they
/// match. Empty parts are left out.
std::vector<Range> split_at_commas(const Translation& translation, Range range);

/// The parameters between ( and ), exclusive.
std::vector<Parameter> parse_parameters(const Translation& translation, Range range);

/// The parameters between template < and >, exclusive.
std::vector<Parameter> parse_template_parameters(const Translation& translation, Range range);

/// The token that a declarator declares, in `range` up to its initialiser; `none` if it is unnamed.
std::size_t declared_name(const Translation& translation, Range range);

}  // namespace judge::lowering
