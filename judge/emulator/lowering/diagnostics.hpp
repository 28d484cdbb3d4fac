#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace judge::lowering {

/// Line `line` of a file as its user wrote it; nothing where there is none.
using LineOfFile = std::function<std::optional<std::string>(const std::string& file, int line)>;

/// What a compiler says of lowered code as if it were about the user's: quoted lines are the file's own; what our headers say is
/// said without them, and the names that lowering makes up are left out. `headers`: the folder of our headers.
std::string in_users_words(const std::string& diagnostics, const std::filesystem::path& headers, const LineOfFile& line_of);

/// Reads the files.
std::optional<std::string> line_of_file(const std::string& file, int line);

}  // namespace judge::lowering
