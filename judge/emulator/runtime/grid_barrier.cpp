#include "judge/emulator/runtime/grid_barrier.hpp"

#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {

bool GridBarrier::wait() {
  std::unique_lock lock(m_mutex);
  const std::uint64_t generation = m_generation;
  if (++m_waiting == m_blocks) {
    if (watcher) watcher->grid_met();
    m_waiting = 0;
    ++m_generation;
    m_changed.notify_all();
    return true;
  }
  m_changed.wait(lock, [&] { return m_generation != generation || m_left != 0; });
  return m_generation != generation;
}

void GridBarrier::leave() {
  const std::lock_guard lock(m_mutex);
  ++m_left;
  m_changed.notify_all();
}

}  // namespace judge::emulated
