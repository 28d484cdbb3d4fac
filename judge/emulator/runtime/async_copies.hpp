#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "judge/emulator/runtime/chip.hpp"

namespace judge::emulated {

/// A copy of up to 16 bytes into shared memory, as cp.async makes it.
struct AsyncCopy {
  char* to = nullptr;
  const void* code = nullptr;  ///< return address of the call
  unsigned bytes = 0;
  std::array<char, 16> data{};
};

/// The asynchronous copies of a block that nobody has waited for yet. A GPU reads the source and writes the destination at
/// some time between the copy and the wait. Here the source is read at once and the destination is written at the wait, so
/// code that does not wait finds what was there before. Copies of threads that leave without waiting never land.
///
/// The copies of a thread land in the order in which it made them: each wait is for the first so many.
class AsyncCopies {
 public:
  void start_block();
  void add(unsigned index, const AsyncCopy& copy);
  /// Closes a group of the thread's copies, which may be empty.
  void commit(unsigned index);
  /// Calls land(copy) for those of the thread in all groups but the newest `groups`.
  template <class Land>
  void wait(unsigned index, std::uint64_t groups, Land land) {
    const std::vector<std::uint64_t>& ends = thread(index).ends;
    if (groups < ends.size()) land_until(thread(index), ends[ends.size() - 1 - groups], land);
  }
  /// The same for all, also those in no group yet.
  template <class Land>
  void wait_for_all(unsigned index, Land land) {
    land_until(thread(index), thread(index).last, land);
  }
  /// The thread's copies so far land before the phase of a barrier ends.
  void hold_barrier(unsigned index, const void* barrier);
  template <class Land>
  void end_phase(const void* barrier, Land land) {
    for (const Held& held : m_held)
      if (held.barrier == barrier) land_until(thread(held.thread), held.last, land);
    std::erase_if(m_held, [&](const Held& held) { return held.barrier == barrier; });
  }

 private:
  struct Thread {
    std::vector<AsyncCopy> copies;      // that have not landed
    std::uint64_t first = 0, last = 0;  // their numbers, half open
    std::vector<std::uint64_t> ends;    // of the groups: the number behind the last copy
  };
  struct Held {
    const void* barrier = nullptr;
    unsigned thread = 0;
    std::uint64_t last = 0;
  };

  Thread& thread(unsigned index);
  template <class Land>
  static void land_until(Thread& mine, std::uint64_t last, Land land) {
    if (last <= mine.first) return;
    const auto end = mine.copies.begin() + static_cast<std::ptrdiff_t>(last - mine.first);
    for (auto copy = mine.copies.begin(); copy != end; ++copy) land(*copy);
    mine.copies.erase(mine.copies.begin(), end);
    mine.first = last;
  }

  std::vector<Thread> m_threads;  // empty until a thread copies
  std::vector<Held> m_held;
  bool m_is_used = false;
};

}  // namespace judge::emulated
