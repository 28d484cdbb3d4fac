#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// The hints of a hints.md: each begins with a heading "## ..." and goes on to the next. Before the first only a title may stand.
/// Errors: another text stands there, a hint has a heading and nothing else.
Result<std::vector<std::string>> parse_hints(std::string_view text, std::string_view file_name);

}  // namespace judge
