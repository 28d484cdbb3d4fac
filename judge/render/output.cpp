#include "judge/render/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include "judge/render/terminal.hpp"

namespace judge {

void keep_standard_descriptors() {
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; ++fd)
    if (::fcntl(fd, F_GETFD) < 0) ::open("/dev/null", O_PATH);  // the lowest that is free: this one
}

Result<void> print(std::string_view text) {
  const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) return fail("standard output cannot be written: {}", std::strerror(errno));
  return {};
}

void say_toned(std::string_view text) {
  if (text.empty()) return;
  const std::string line = std::string(text) + (text.ends_with('\n') ? "" : "\n");
  std::fwrite(line.data(), 1, line.size(), stderr);
}

void say(std::string_view text) { say_toned(printable(text)); }

void say_error(std::string_view message) { say(fmt::format("judge: {}", message)); }

}  // namespace judge
