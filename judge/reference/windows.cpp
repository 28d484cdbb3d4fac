#include "judge/reference/windows.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace judge {

namespace {

constexpr std::size_t k_guard_bytes = 16 << 20;
constexpr char k_pattern = static_cast<char>(0xa7);

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

Windows::~Windows() {
  for (const Window& window : m_windows) ::munmap(window.reserved, window.reserved_bytes);
}

Result<void*> Windows::map(int descriptor, std::size_t bytes, int argument, bool is_original) {
  const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), mapped = round_up(bytes, page);
  // An index that is wrong by a factor of two still ends in the range behind its own buffer.
  const std::size_t guard = k_guard_bytes + mapped;
  Window window{.reserved_bytes = guard + mapped + guard, .argument = argument, .is_original = is_original};
  void* reserved = ::mmap(nullptr, window.reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return fail("{} bytes cannot be reserved: {}", window.reserved_bytes, std::strerror(errno));
  window.reserved = static_cast<char*>(reserved);
  window.pages = window.reserved + guard;
  window.data = window.pages + mapped - bytes;
  m_windows.push_back(window);
  if (::mmap(window.pages, mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0) == MAP_FAILED)
    return fail("{} bytes cannot be mapped: {}", mapped, std::strerror(errno));
  std::memset(window.pages, k_pattern, mapped - bytes);
  return window.data;
}

void Windows::protect_last() {
  const Window& last = m_windows.back();
  ::mprotect(last.pages, last.reserved_bytes - 2 * static_cast<std::size_t>(last.pages - last.reserved), PROT_READ);
}

std::optional<Windows::Beside> Windows::find(const void* address) const {
  const auto* byte = static_cast<const char*>(address);
  for (const Window& window : m_windows)
    if (byte >= window.reserved && byte < window.reserved + window.reserved_bytes)
      return Beside{window.argument, window.is_original, byte - window.data};
  return std::nullopt;
}

std::optional<Windows::Beside> Windows::written_before() const {
  for (const Window& window : m_windows)
    for (const char* byte = window.data - 1; byte >= window.pages; --byte)
      if (*byte != k_pattern) return Beside{window.argument, window.is_original, byte - window.data};
  return std::nullopt;
}

}  // namespace judge
