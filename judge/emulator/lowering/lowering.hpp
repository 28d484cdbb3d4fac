#pragma once

#include <string>
#include <string_view>

#include "judge/emulator/lowering/columns.hpp"

namespace judge::lowering {

/// Turns preprocessed CUDA C++ (the output of `c++ -E` with the emulated runtime's headers) into C++ for the host
/// compiler. Line markers in the result lead back to the user's file, line and column. What is not understood is left
/// as it is, for the compiler to complain about.
std::string lower(std::string_view preprocessed, const ReadSource& read_source);

}  // namespace judge::lowering
