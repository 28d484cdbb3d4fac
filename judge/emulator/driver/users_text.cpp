#include "judge/emulator/driver/users_text.hpp"

#include <algorithm>

namespace judge::cucc {

std::string users_text(std::string_view preprocessed) {
  std::string text;
  std::string_view users_file;
  bool is_users = true;
  while (!preprocessed.empty()) {
    const std::size_t end = std::min(preprocessed.find('\n'), preprocessed.size() - 1) + 1;
    const std::string_view line = preprocessed.substr(0, end);
    preprocessed.remove_prefix(end);
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (!line.starts_with("# ") || open == close) {
      if (is_users) text += line;
      continue;
    }
    const std::string_view file = line.substr(open + 1, close - open - 1);
    // gcc marks what a system's macro expands to as the system's, in the user's file.
    is_users = line.substr(close).find(" 3") == std::string_view::npos || file == users_file;
    if (is_users) users_file = file;
  }
  return text;
}

}  // namespace judge::cucc
