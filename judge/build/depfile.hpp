#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace judge {

/// The prerequisites of the one rule that a compiler's -MMD writes, in order, the first of which is the source. Undoes
/// Make's quoting: "\ ", "\#", "$$" and lines continued by a backslash.
std::vector<std::filesystem::path> prerequisites(std::string_view depfile);

}  // namespace judge
