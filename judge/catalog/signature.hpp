#pragma once

#include <string_view>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Reads the declaration of `solve` out of C++ text such as a problem's solve.h:
///   extern "C" void solve(const float* A, const float* B, float* C, int N);
/// Comments, preprocessor lines, extern "C" blocks, qualifiers on either side and restrict in any spelling are fine;
/// the closing semicolon and extern "C" may be missing. `file_name` is for messages. Errors, with file:line:column: no
/// solve or several that differ, a return type, a type that the judge cannot pass, a parameter without a name or with
/// another's name.
Result<Signature> parse_signature(std::string_view text, std::string_view file_name);

}  // namespace judge
