#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace judge::emulated {

/// Blocks that run side by side meet before they write to global memory what they may have computed from what was there: each
/// has read by then, and all but one of their changes are lost.
class WriteMeeting {
 public:
  void add_runners(unsigned count);
  /// The runner has no block left, or waits for the other blocks in another way.
  void leave();
  /// Waits until each other runner is here, too, or has left. So only for the first writes of each place in the code; and 20 ms at
  /// most, if one waits for what this one writes, which ends such waits soon. All launches count together.
  void meet(const void* code);

 private:
  void release_if_all_are_here();

  std::mutex m_mutex;
  std::condition_variable m_changed;
  unsigned m_runners = 0, m_waiting = 0;
  std::uint64_t m_meetings = 0;
};

}  // namespace judge::emulated
