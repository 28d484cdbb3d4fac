#include "judge/referee/held_memory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <charconv>
#include <string>
#include <string_view>

namespace judge {

namespace {

// Empty: it cannot be read. Streams take several times as long, and this is asked after each call.
std::string content_of(const std::string& file) {
  std::string content;
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  std::array<char, 4096> piece;
  for (ssize_t got; descriptor >= 0 && (got = ::read(descriptor, piece.data(), piece.size())) > 0;)
    content.append(piece.data(), static_cast<std::size_t>(got));
  if (descriptor >= 0) ::close(descriptor);
  return content;
}

// Behind `name`; 0 where there is none.
std::size_t number_of(std::string_view status, std::string_view name) {
  const std::size_t line = status.find(name);
  if (line == status.npos) return 0;
  const std::size_t digits = status.find_first_of("0123456789", line + name.size());
  std::size_t number = 0;
  if (digits != status.npos) std::from_chars(status.data() + digits, status.data() + status.size(), number);
  return number;
}

}  // namespace

HeldMemory held_memory(pid_t process) {
  HeldMemory held;
  const std::string status = content_of(fmt::format("/proc/{}/status", process));
  held.own_bytes = (number_of(status, "\nRssAnon:") + number_of(status, "\nVmSwap:")) << 10;
  held.shared_bytes = number_of(status, "\nRssShmem:") << 10;
  held.threads = number_of(status, "\nThreads:");
  return held;
}

}  // namespace judge
