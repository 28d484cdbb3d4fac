#include "judge/emulator/runtime/block_pace.hpp"

#include <algorithm>
#include <limits>

#include "judge/emulator/runtime/lockstep.hpp"

namespace judge::emulated {

void BlockPace::keep(unsigned runner, std::uint64_t time) {
  std::unique_lock lock(m_mutex);
  if (m_times[runner] == time) return;
  m_times[runner] = time;
  m_changed.notify_all();
  m_changed.wait(lock, [&] { return std::ranges::min(m_times) + Skew::access_time > time; });
}

void BlockPace::leave(unsigned runner) {
  const std::lock_guard lock(m_mutex);
  m_times[runner] = std::numeric_limits<std::uint64_t>::max() - Skew::access_time;
  m_changed.notify_all();
}

}  // namespace judge::emulated
