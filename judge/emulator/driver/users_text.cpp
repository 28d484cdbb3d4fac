#include "judge/emulator/driver/users_text.hpp"

#include <algorithm>

#include "judge/util/c_lexer.hpp"

namespace judge::cucc {

std::string users_text(std::string_view preprocessed) {
  std::string text;
  std::string_view users_file;
  bool is_users = true;
  while (!preprocessed.empty()) {
    const std::size_t end = std::min(preprocessed.find('\n'), preprocessed.size() - 1) + 1;
    const std::string_view line = preprocessed.substr(0, end);
    preprocessed.remove_prefix(end);
    const LineMarker marker = parse_line_marker(line);
    if (!marker.is_marker) {
      if (is_users) text += line;
      continue;
    }
    // gcc marks what a system's macro expands to as the system's, in the user's file.
    is_users = !marker.is_system || marker.file == users_file;
    if (is_users) users_file = marker.file;
  }
  return text;
}

}  // namespace judge::cucc
