#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/model/problem.hpp"
#include "judge/util/result.hpp"

namespace judge {

/// Compares the functions that a reference.cpp defines with solve(): as many parameters, of the same types, pointers where it
/// has pointers, const where it has const. Errors, with file:line:column: the first parameter that differs, and how; a function
/// without C linkage. What cannot be read (a typedef, a macro) is left to reference_defines().
Result<void> check_reference_signature(std::string_view text, const std::string& file, const Signature& signature);

/// Where a parameter of reference() has a type that only a compiler knows: "NAME=VALUE" to build it with, by which
/// judge/signature.h declares the function as solve.h has it, so that another type does not compile. Else empty.
std::vector<std::string> reference_defines(std::string_view text, const Signature& signature);

}  // namespace judge
