#include "judge/emulator/runtime/cluster.hpp"

#include "judge/emulator/runtime/shared_arena.hpp"
#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {

void Cluster::meet() {
  std::unique_lock lock(m_mutex);
  const std::uint64_t meeting = m_meetings;
  if (++m_met < m_blocks) {
    m_changed.wait(lock, [&] { return m_meetings != meeting; });
    return;
  }
  m_met = m_arrived = m_waiting = 0;
  m_live = m_blocks;
  m_is_stuck = false;
  ++m_meetings;
  ++m_ended;  // a thread that arrived and left without waiting waits for nothing in the next cluster
  m_changed.notify_all();
}

unsigned Cluster::rank_of(const void* address) const {
  for (unsigned rank = 0; rank < m_blocks; ++rank)
    if (m_arenas[rank]->holds(address)) return rank;
  return m_blocks;
}

bool Cluster::end_phase_if_all_arrived() {
  if (m_live == 0 || m_arrived < m_live) return false;
  if (watcher) m_end_time = watcher->cluster_met();
  m_arrived = m_waiting = 0;
  m_ended.fetch_add(1, std::memory_order_release);
  m_changed.notify_all();
  return true;
}

void Cluster::arrive() {
  const std::lock_guard lock(m_mutex);
  ++m_arrived;
  end_phase_if_all_arrived();
}

bool Cluster::wait(std::uint64_t phases) {
  std::unique_lock lock(m_mutex);
  if (m_ended >= phases) return true;
  if (++m_waiting == m_live) m_is_stuck = true;
  m_changed.wait(lock, [&] { return m_ended >= phases || m_is_stuck; });
  return m_ended >= phases;
}

void Cluster::leave(std::uint64_t phase) {
  const std::lock_guard lock(m_mutex);
  --m_live;
  if (phase > m_ended) --m_arrived;
  if (end_phase_if_all_arrived() || m_live == 0 || m_waiting < m_live) return;
  m_is_stuck = true;
  m_changed.notify_all();
}

}  // namespace judge::emulated
