#include "judge/cli/output.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace judge {

Result<void> print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) return fail("standard output cannot be written: {}", std::strerror(errno));
  return {};
}

}  // namespace judge
