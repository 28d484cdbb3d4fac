#pragma once

#include <string_view>

namespace judge {

/// Where a library for the emulated runtime keeps the code that it was made of: of the attempt alone, preprocessed.
inline constexpr std::string_view k_section_of_code = ".judge.code";

}  // namespace judge
