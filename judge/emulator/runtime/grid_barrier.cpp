#include "judge/emulator/runtime/grid_barrier.hpp"

#include <algorithm>
#include <limits>

#include "judge/emulator/runtime/lockstep.hpp"
#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {

namespace {
constexpr std::uint64_t not_running = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t farthest_ahead = std::uint64_t{2} * Skew::access_time;
}  // namespace

void GridBarrier::set_time(std::uint64_t block, std::uint64_t time) {
  m_times[block] = time;
  m_changed.notify_all();
}

void GridBarrier::keep_pace(std::uint64_t block, std::uint64_t time) {
  std::unique_lock lock(m_mutex);
  if (m_times[block] == time) return;
  set_time(block, time);
  m_changed.wait(lock, [&] { return std::ranges::min(m_times) + farthest_ahead >= time; });
}

bool GridBarrier::wait(std::uint64_t block) {
  std::unique_lock lock(m_mutex);
  const std::uint64_t generation = m_generation;
  if (++m_waiting == m_blocks) {
    if (watcher) watcher->grid_met();
    m_waiting = 0;
    std::ranges::fill(m_times, 0);
    ++m_generation;
    m_changed.notify_all();
    return true;
  }
  set_time(block, not_running);
  m_changed.wait(lock, [&] { return m_generation != generation || m_left != 0; });
  return m_generation != generation;
}

void GridBarrier::leave(std::uint64_t block) {
  const std::lock_guard lock(m_mutex);
  set_time(block, not_running);
  ++m_left;
  m_changed.notify_all();
}

}  // namespace judge::emulated
