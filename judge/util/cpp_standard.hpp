#pragma once

#include <string_view>

namespace judge {

/// Has a word or header that C++17 does not know: nvcc compiles such a source as C++20 first, and any other as C++17. A wrong guess
/// costs time, never a verdict.
bool hints_at_cpp20(std::string_view source);

}  // namespace judge
