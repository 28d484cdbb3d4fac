#include "judge/referee/symbolize.hpp"

#include <fmt/format.h>

#include <charconv>
#include <sstream>

#include "judge/util/process.hpp"

namespace judge {

SourceLine source_line(const std::filesystem::path& library, std::uint64_t offset) {
  const auto result = run_command({"addr2line", "-i", "-e", library.string(), fmt::format("{:#x}", offset)},
                                  {.time_limit = std::chrono::seconds(10)});
  if (!result || result->exit_status != 0) return {};
  std::istringstream lines(result->standard_output);
  for (std::string text; std::getline(lines, text);) {
    const auto colon = text.rfind(':');
    if (colon == std::string::npos || text.starts_with("??") || text.find("/include/emulated/") != std::string::npos) continue;
    SourceLine found{text.substr(0, colon), 0};
    std::from_chars(text.data() + colon + 1, text.data() + text.size(), found.line);
    if (found.line > 0) return found;
  }
  return {};
}

}  // namespace judge
