#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace judge::emulated {

/// Where the blocks of a cooperative launch wait for each other.
class GridBarrier {
 public:
  explicit GridBarrier(std::uint64_t blocks) : m_blocks(blocks) {}
  /// False: a block has left the kernel, so the others would wait for ever.
  bool wait();
  void leave();

 private:
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::uint64_t m_blocks, m_waiting = 0, m_left = 0, m_generation = 0;
};

}  // namespace judge::emulated
