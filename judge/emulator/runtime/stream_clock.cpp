#include "judge/emulator/runtime/stream_clock.hpp"

#include <algorithm>

namespace judge::emulated {

void StreamClock::join(const StreamClock& other) {
  m_all_before = std::max(m_all_before, other.m_all_before);
  for (const auto& [stream, count] : other.m_counts) {
    std::uint32_t& mine = m_counts[stream];
    mine = std::max(mine, count);
  }
}

bool StreamClock::covers(const TaskId& task) const {
  if (task.number < m_all_before) return true;
  const auto found = m_counts.find(task.stream);
  return found != m_counts.end() && found->second >= task.count;
}

void StreamClock::cover_all_before(std::uint64_t number) {
  m_all_before = std::max(m_all_before, number);
  m_counts.clear();
}

}  // namespace judge::emulated
