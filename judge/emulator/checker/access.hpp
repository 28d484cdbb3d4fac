#pragma once

#include <cstddef>
#include <cstdint>

namespace judge::emulated {

/// What an instrumented instruction is about to do.
struct Access {
  enum Flags : std::uint8_t { read = 1, write = 2, atomic = 4, is_volatile = 8, for_warpgroup = 16 };
  std::uintptr_t address = 0;
  std::size_t bytes = 0;
  std::uint8_t flags = read;
  const void* code = nullptr;  ///< return address of the hook

  bool writes() const { return flags & write; }
  bool reads() const { return flags & read; }
};

}  // namespace judge::emulated
