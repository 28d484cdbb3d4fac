#pragma once

#include <string_view>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Can the judge call the attempt's solve() as the problem wants? Names, const, and the width and sign of integers do
/// not matter, but the order of the problem's own names does. Errors, with file:line: another number of parameters, a pointer where the problem passes a number or the
/// other way round, a floating number for an integer or of another width, a pointer to elements that are surely others (double* for
/// float*; not float4*, void*, char*), the problem's names in another order where const contradicts them. Passes where the text does not tell: no solve
/// in it, parameters of unknown types, or several definitions of which one fits (conditional compilation). `source` is the raw
/// text of a .cu file: macros are not expanded.
Result<void> check_attempt_signature(const Problem& problem, std::string_view source, std::string_view file_name);

}  // namespace judge
