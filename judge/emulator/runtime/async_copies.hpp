#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "judge/emulator/runtime/copy_groups.hpp"

namespace judge::emulated {

/// Bytes that an asynchronous copy brings to memory.
struct CopyPlace {
  char* to = nullptr;
  const void* code = nullptr;  ///< return address of the call
  std::size_t bytes = 0;
};

/// A copy of up to 16 bytes into shared memory, as cp.async makes it.
struct AsyncCopy : CopyPlace {
  std::array<char, 16> data{};
  std::uint64_t due = never;  ///< when it lands though nobody has waited for it, by the clock of its warp
  bool has_landed = false;

  static constexpr std::uint64_t never = ~std::uint64_t{0};
};

/// Copies land as soon as they may; in lockstep some accesses later, since a GPU's take as long as many reads of shared memory.
inline bool copies_land_early = false;

/// The asynchronous copies of a block that nobody has waited for yet. A GPU reads the source and writes the destination at
/// some time between the copy and the wait. Here the source is read at once and the destination is written at the wait, so
/// code that does not wait finds what was there before; or with `copies_land_early` long before it, so code that still needs what is there does not
/// find it. Copies of threads that leave without waiting never land late.
class AsyncCopies {
 public:
  void start_block();
  CopyGroups<AsyncCopy>& groups() { return m_groups; }
  void add(unsigned index, const AsyncCopy& copy);
  /// Those land that are due by now, if copies land early.
  void land_due(std::uint64_t now);
  /// The thread's copies so far land before the phase of a barrier ends.
  void hold_barrier(unsigned index, const void* barrier);
  template <class Land>
  void end_phase(const void* barrier, Land land) {
    for (const Held& held : m_held)
      if (held.barrier == barrier) m_groups.finish_until(held.thread, held.last, land);
    std::erase_if(m_held, [&](const Held& held) { return held.barrier == barrier; });
  }

 private:
  struct Held {
    const void* barrier = nullptr;
    unsigned thread = 0;
    std::uint64_t last = 0;
  };

  CopyGroups<AsyncCopy> m_groups;
  std::vector<Held> m_held;
  std::uint64_t m_next_due = AsyncCopy::never;
};

}  // namespace judge::emulated
