#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "judge/util/result.hpp"

namespace judge {

/// The buffers of one call, mapped from the judge's memory. Each ends at the end of a page and lies between wide ranges that
/// nobody may touch, so an access past its end, even by one byte, is a SIGSEGV. What lies before its first byte in the same
/// page is filled with a pattern.
class Windows {
 public:
  Windows() = default;
  Windows(const Windows&) = delete;
  Windows& operator=(const Windows&) = delete;
  ~Windows();

  /// Maps the last `bytes` bytes of the memory behind `descriptor`, which stays the caller's. Errors: cannot be mapped.
  Result<void*> map(int descriptor, std::size_t bytes, int argument, bool is_original);
  /// A write to any byte of the buffer mapped last is a SIGSEGV from here on.
  void protect_last();

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
    int argument = -1;
    bool is_original = false;
  };
  std::vector<Window> m_windows;
};

}  // namespace judge
