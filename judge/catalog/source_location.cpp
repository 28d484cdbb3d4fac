#include "judge/catalog/source_location.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace judge {

std::string SourceLocation::text(std::size_t offset) const {
  return fmt::format("{}:{}:{}", file, line, static_cast<std::size_t>(column) + offset);
}

SourceLocation locate(std::string_view text, std::size_t offset, std::string_view file) {
  const auto before = text.substr(0, std::min(offset, text.size()));
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const auto line_start = before.rfind('\n') + 1;  // npos + 1 = 0
  return {std::string(file), static_cast<int>(lines) + 1, static_cast<int>(before.size() - line_start) + 1};
}

}  // namespace judge
