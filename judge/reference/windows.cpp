#include "judge/reference/windows.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace judge {

namespace {

constexpr std::size_t k_guard_bytes = 16 << 20;
// The judge may have let go of it: what is mapped here is memory all the same.
constexpr std::size_t k_most_bytes_before = 512 << 20;
constexpr char k_pattern = static_cast<char>(0xa7);

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

Windows::~Windows() { end_call(Memory::goes); }

void Windows::end_call(Memory memory) {
  std::size_t before = 0;  // of calls before this one, the latest first
  std::vector<Window> kept;
  for (auto window = m_windows.rbegin(); window != m_windows.rend(); ++window) {
    if (!window->is_in_call) before += window->buffer.bytes;
    if (memory == Memory::goes || (!window->is_in_call && before > k_most_bytes_before))
      ::munmap(window->reserved, window->reserved_bytes);
    else kept.push_back(*window);
  }
  for (Window& window : kept) window.is_in_call = false;
  m_windows.assign(kept.rbegin(), kept.rend());
}

// The same memory, of which a call may have several windows.
Windows::Window* Windows::find_mapped(const Window& like) {
  const auto found = std::ranges::find_if(m_windows, [&](const Window& window) {
    return !window.is_in_call && window.inode == like.inode && window.device == like.device &&
           window.buffer.bytes == like.buffer.bytes && window.buffer.is_read_only == like.buffer.is_read_only;
  });
  return found == m_windows.end() ? nullptr : &*found;
}

Result<void*> Windows::map(int descriptor, const Buffer& buffer) {
  const std::size_t page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)), mapped = round_up(buffer.bytes, page);
  // An index that is wrong by a factor of two still ends in the range behind its own buffer.
  const std::size_t guard = k_guard_bytes + mapped;
  struct stat memory {};
  if (::fstat(descriptor, &memory)) return fail("memory of {} bytes is not there: {}", mapped, std::strerror(errno));
  Window window{.reserved_bytes = guard + mapped + guard, .buffer = buffer, .device = memory.st_dev, .inode = memory.st_ino};
  if (Window* const before = find_mapped(window)) {
    before->buffer = buffer;
    before->is_in_call = true;
    if (!buffer.is_read_only) std::memset(before->pages, k_pattern, mapped - buffer.bytes);
    return before->data;
  }
  void* reserved = ::mmap(nullptr, window.reserved_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (reserved == MAP_FAILED) return fail("{} bytes cannot be reserved: {}", window.reserved_bytes, std::strerror(errno));
  window.reserved = static_cast<char*>(reserved);
  window.pages = window.reserved + guard;
  window.data = window.pages + mapped - buffer.bytes;
  m_windows.push_back(window);
  if (::mmap(window.pages, mapped, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0) == MAP_FAILED)
    return fail("{} bytes cannot be mapped: {}", mapped, std::strerror(errno));
  std::memset(window.pages, k_pattern, mapped - buffer.bytes);
  if (buffer.is_read_only) ::mprotect(window.pages, mapped, PROT_READ);
  return window.data;
}

std::optional<Windows::Beside> Windows::find(const void* address) const {
  const auto* byte = static_cast<const char*>(address);
  for (const Window& window : m_windows)
    if (window.is_in_call && byte >= window.reserved && byte < window.reserved + window.reserved_bytes)
      return Beside{window.buffer.argument, window.buffer.is_original, byte - window.data};
  return std::nullopt;
}

std::optional<Windows::Beside> Windows::written_before() const {
  for (const Window& window : m_windows)
    for (const char* byte = window.data - 1; window.is_in_call && byte >= window.pages; --byte)
      if (*byte != k_pattern) return Beside{window.buffer.argument, window.buffer.is_original, byte - window.data};
  return std::nullopt;
}

}  // namespace judge
