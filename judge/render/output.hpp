#pragma once

#include <string_view>

#include "judge/util/result.hpp"

namespace judge {

/// Where the caller closed stdin, stdout or stderr, opens in its place what can be neither read nor written: else the next file that is
/// opened, the ledger for one, would be what is printed to.
void keep_standard_descriptors();

/// Writes to stdout, all of it. Error: cannot be written, such as on a full disk.
Result<void> print(std::string_view text);

/// Lines for people, on stderr, made printable; nothing if empty.
void say(std::string_view text);
/// What is wrong: "judge: ...".
void say_error(std::string_view message);
/// Text with tones, whose parts are printable already.
void say_toned(std::string_view text);

}  // namespace judge
