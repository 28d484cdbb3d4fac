#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// The files that a source includes by their names, as far as they are found beside it and in the folders given.
struct Includes {
  /// Headers (is_header()) named by a relative path: these the compiler may read wherever they lie.
  std::vector<std::filesystem::path> headers;
  /// Its text asks by __has_include for a file that is no <header>: what it compiles to depends on files that no list names.
  bool asks_for_files = false;
};

/// A compiler waits for ever for what a named pipe holds. Errors: a file that `content`, the text of `source`, includes by its name, or
/// that such a file includes, is none that check_file() would take. One that is not found here is left to the compiler.
Result<Includes> check_includes(const std::filesystem::path& source, std::string_view content,
                                const std::vector<std::filesystem::path>& include_dirs);

}  // namespace judge
