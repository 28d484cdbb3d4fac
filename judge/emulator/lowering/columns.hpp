#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "judge/emulator/lowering/token.hpp"

namespace judge::lowering {

/// The text of a file that a line marker names; none if it cannot be read.
using ReadSource = std::function<std::optional<std::string>(std::string_view name)>;

/// Gives each token the column at which the user wrote it: preprocessing moves tokens within their line. Tokens that
/// the user did not write there (they come out of a macro) get column 0.
void restore_columns(Lexed& lexed, const ReadSource& read_source);

}  // namespace judge::lowering
