#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// The buffers of a call, mapped from the judge's memory. Each ends at the end of a page and lies between wide ranges that
/// nobody may touch, so an access past its end, even by one byte, is a SIGSEGV. What lies before its first byte in the same
/// page is filled with a pattern. Memory that comes again in a later call can stay mapped: its pages are all there then, and touching
/// each for the first time takes longer than many references compute.
class Windows {
 public:
  Windows() = default;
  Windows(const Windows&) = delete;
  Windows& operator=(const Windows&) = delete;
  ~Windows();

  struct Buffer {
    std::size_t bytes = 0;
    int argument = -1;
    bool is_original = false;
    bool is_read_only = false;  ///< a write to any of its bytes is a SIGSEGV
  };
  /// For the call at hand: maps the last bytes of the memory behind `descriptor`, which stays the caller's. Errors: cannot be mapped.
  Result<void*> map(int descriptor, const Buffer& buffer);

  enum class Memory { goes, stays_mapped };
  /// The call is over. Its windows stay mapped until the end of a call whose memory goes, or until too much is mapped.
  void end_call(Memory memory);

  struct Beside {
    int argument = -1;
    bool is_original = false;
    std::int64_t offset_bytes = 0;  ///< from the buffer's first byte
  };
  /// The buffer that an address is in or beside. Async-signal-safe.
  std::optional<Beside> find(const void* address) const;

  /// A buffer whose bytes just before its first one have changed, and which of them is the first.
  std::optional<Beside> written_before() const;

 private:
  struct Window {
    char* reserved = nullptr;  ///< begins with an inaccessible range
    std::size_t reserved_bytes = 0;
    char* pages = nullptr;  ///< the first page of the memory
    char* data = nullptr;
    Buffer buffer{};
    std::uint64_t device = 0, inode = 0;  ///< of the memory
    bool is_in_call = true;
  };
  Window* find_mapped(const Window& like);

  std::vector<Window> m_windows;
};

}  // namespace judge
