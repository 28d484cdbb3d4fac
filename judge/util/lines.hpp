#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace judge {

/// Without its end.
inline std::string first_line(std::string_view text) { return std::string(text.substr(0, text.find('\n'))); }

/// The first line without its end, and takes both off `text`: `while (!text.empty()) use(take_line(text));`
inline std::string_view take_line(std::string_view& text) {
  const auto line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

}  // namespace judge
