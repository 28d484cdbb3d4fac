#pragma once

#include <string>
#include <string_view>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Can the judge call the attempt's solve() as the problem wants? Names, const, the sign of integers and those that are wider than the
/// problem's do not matter, but the order of the problem's own names does. Errors, with file:line: a type other than void that is returned, another
/// number of parameters, a pointer where the problem passes a number or the
/// other way round, a floating number for an integer or of another width, a narrower integer, a pointer to elements that are surely others (double* for
/// float*; not float4*, void*, char*), the problem's names in another order where const contradicts them. Passes where the text does not tell: no solve
/// in it, parameters of unknown types, or several definitions of which one fits (conditional compilation). `source` is the raw
/// text of a .cu file: macros are not expanded.
Result<void> check_attempt_signature(const Problem& problem, std::string_view source, std::string_view file_name);

/// Of one that passed: a line for each integer that is wider than the problem's. Empty = none.
std::string signature_warnings(const Problem& problem, std::string_view source, std::string_view file_name);

/// Of one that compiles and has no solve() to call: what in it was perhaps meant, with file:line. Solve(), a solve() that is static or in a
/// namespace, a program with main(). Empty = nothing near.
std::string nearly_solve(std::string_view source, std::string_view file_name);

}  // namespace judge
