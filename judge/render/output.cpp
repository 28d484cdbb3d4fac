#include "judge/render/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace judge {

Result<void> print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) return fail("standard output cannot be written: {}", std::strerror(errno));
  return {};
}

void say(std::string_view text) {
  if (text.empty()) return;
  const std::string line = std::string(text) + (text.ends_with('\n') ? "" : "\n");
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace judge
