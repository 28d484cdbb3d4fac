#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace judge::emulated {

/// Blocks of an ordinary launch that run side by side at one pace, as the blocks that fit on a GPU do: each runner takes one after the
/// other, and none is an access ahead of the slowest.
class BlockPace {
 public:
  explicit BlockPace(unsigned runners) : m_times(runners) {}
  /// Waits until no runner is behind this one, whose time this is.
  void keep(unsigned runner, std::uint64_t time);
  /// The runner has no block left.
  void leave(unsigned runner);

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::vector<std::uint64_t> m_times;
};

}  // namespace judge::emulated
