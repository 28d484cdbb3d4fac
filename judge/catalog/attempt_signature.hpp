#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

enum class Linkage : int { c = 0, cpp = 1 };

/// `solve` as an attempt's source text has it.
struct SolveDefinition {
  Signature signature;
  std::vector<std::size_t> unknown_types;  ///< parameters of a type that this reader does not know: no DType either
  int line = 0;                            ///< of the function's name
  int column = 0;
  bool has_body = false;               ///< else only declared
  Linkage linkage = Linkage::cpp;      ///< c: extern "C" on it, around it, or on an earlier declaration in the text
  bool includes_solve_header = false;  ///< the text includes "solve.h", which gives C linkage to its parameters
};

/// Looks for `solve` in the raw text of a .cu file: the first definition, else the first declaration. Macros are not
/// expanded: nothing is returned where they hide it or its parameters.
std::optional<SolveDefinition> find_solve(std::string_view source, std::string_view file_name);

/// Can the judge call the attempt's solve() as the problem wants? Names, const, and the width and sign of integers do
/// not matter. Errors, with file:line: another number of parameters, a pointer where the problem passes a number or the
/// other way round, a floating number for an integer or of another width. Passes where the text does not tell: no solve
/// in it, parameters of unknown types, or several definitions of which one fits (conditional compilation).
Result<void> check_attempt_signature(const Problem& problem, std::string_view source, std::string_view file_name);

}  // namespace judge
