#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

namespace judge::emulated {

/// Where the blocks of a cooperative launch wait for each other.
class GridBarrier {
 public:
  explicit GridBarrier(std::uint64_t blocks) : m_blocks(blocks), m_times(blocks) {}
  /// False: a block has left the kernel, so the others would wait for ever.
  bool wait(std::uint64_t block);
  void leave(std::uint64_t block);

  /// In lockstep with the warps apart: the block's own time since the last barrier of the grid. Waits until no block that runs is
  /// far behind, as blocks run side by side on a GPU.
  void keep_pace(std::uint64_t block, std::uint64_t time);

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  void set_time(std::uint64_t block, std::uint64_t time);

  std::uint64_t m_blocks, m_waiting = 0, m_left = 0, m_generation = 0;
  std::vector<std::uint64_t> m_times;  // of the blocks; that of one that waits, or has left, is the largest
};

}  // namespace judge::emulated
