#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// A compiler waits for ever for what a named pipe holds. Errors: a file that `content`, the text of `source`, includes by its name, or
/// that such a file includes, is none that check_file() would take. One that is not found here is left to the compiler.
Result<void> check_includes(const std::filesystem::path& source, std::string_view content,
                            const std::vector<std::filesystem::path>& include_dirs);

}  // namespace judge
