#pragma once

#include <string_view>

#include "judge/util/result.hpp"

namespace judge {

/// Writes to stdout, all of it. Error: cannot be written, such as on a full disk.
Result<void> print(std::string_view text);

/// A line for people, on stderr; nothing if empty.
void say(std::string_view text);

}  // namespace judge
