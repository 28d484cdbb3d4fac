#pragma once

#include <string_view>

#include "judge/util/result.hpp"

namespace judge {

/// Where the caller closed stdin, stdout or stderr, opens in its place what can be neither read nor written: else the next file that is
/// opened, the ledger for one, would be what is printed to.
void keep_standard_descriptors();

/// Writes to stdout, all of it. Error: cannot be written, such as on a full disk.
Result<void> print(std::string_view text);

/// A line for people, on stderr; nothing if empty.
void say(std::string_view text);

}  // namespace judge
