#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "judge/emulator/checker/shadow.hpp"
#include "judge/emulator/runtime/memory.hpp"

namespace judge::emulated {

/// What the checker remembers of one allocation, window of the judge's memory, or library with __device__ variables.
struct Buffer {
  Region region;
  bool counts_writes = false;  ///< false: all of it has values, or the host writes to it unseen
  LazyArray<Cell> cells;
  WrittenBytes written;

  std::uintptr_t begin() const { return reinterpret_cast<std::uintptr_t>(region.window); }
  std::uintptr_t end() const { return begin() + region.window_bytes; }
};

/// Device memory by address.
class DeviceMap {
 public:
  /// The buffer whose mapping, guards included, holds the address; null if none does.
  Buffer* find(std::uintptr_t address);
  /// Adds the writable data of a library, where __device__ variables lie.
  void add_library(std::uintptr_t begin, std::size_t bytes);

 private:
  void refresh();
  std::uint64_t m_generation = 0;
  std::vector<std::unique_ptr<Buffer>> m_buffers;  // in order of address
  std::vector<Region> m_libraries;
  Buffer* m_last = nullptr;
};

}  // namespace judge::emulated
