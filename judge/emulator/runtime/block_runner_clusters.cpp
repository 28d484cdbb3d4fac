// A runner's side of thread block clusters: which block it runs, the barrier of the cluster, and whose memory an address is in.
#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {

// Who comes first is block 0 of the first cluster.
void BlockRunner::join_cluster() {
  m_cluster = nullptr;
  m_cluster_rank = 0;
  if (m_launch->clusters.empty()) return;
  const unsigned runner = m_launch->next_runner++, blocks = m_launch->clusters.front()->blocks();
  m_next_cluster = runner / blocks;
  m_cluster = m_launch->clusters[m_next_cluster].get();
  m_cluster_rank = runner % blocks;
  m_cluster->set_block(m_cluster_rank, &m_shared, &m_bulk.loads);
  m_arrived_phase.fill(0);
}

// The blocks meet when all have left the cluster before, and once more when each has made its state anew for the next.
bool BlockRunner::take_block_of_cluster() {
  const unsigned* const size = m_launch->cluster;
  const std::uint64_t clusters = m_launch->blocks / m_cluster->blocks();
  if (m_next_cluster >= clusters) return false;
  m_cluster->meet();
  std::uint64_t left = begins_with_last_block() ? clusters - 1 - m_next_cluster : m_next_cluster;
  unsigned rank = m_cluster_rank;
  for (int i = 0; i < 3; ++i) {
    const unsigned width = m_launch->grid[i] / size[i];
    m_block.index[i] = static_cast<unsigned>(left % width) * size[i] + rank % size[i];
    left /= width;
    rank /= size[i];
  }
  m_next_cluster += m_launch->clusters.size();
  start_block();
  m_cluster->meet();
  m_phase = m_cluster->ended_phases();
  return true;
}

void BlockRunner::arrive_if_all_have() {
  if (m_cluster_arrived == 0 || m_cluster_arrived != m_live) return;
  m_cluster_arrived = 0;
  ++m_phase;
  if (m_cluster) m_cluster->arrive();
}

void BlockRunner::count_cluster_exits(unsigned first, unsigned end) {
  for (unsigned thread = first; thread < end; ++thread)
    if (m_arrived_phase[thread] == m_phase + 1) --m_cluster_arrived;
  arrive_if_all_have();
}

// Who arrives twice without waiting waits in between.
void BlockRunner::cluster_arrive(unsigned thread) {
  started(thread);
  count_exits(thread);
  if (m_arrived_phase[thread] > ended_phases()) cluster_wait(thread, m_current->line, m_current->code);
  m_arrived_phase[thread] = m_phase + 1;
  ++m_cluster_arrived;
  arrive_if_all_have();
}

void BlockRunner::cluster_wait(unsigned thread, int line, const void* code) {
  started(thread);
  count_exits(thread);
  m_current->thread = thread;
  m_current->line = line;
  m_current->code = code;
  poll_cluster();
  if (m_arrived_phase[thread] <= ended_phases()) return pass_cluster();
  m_at_cluster[m_cluster_waiting++] = m_current;
  wait();
}

void BlockRunner::pass_cluster() {
  if (watcher) watcher->cluster_passed(m_cluster ? m_cluster->end_time() : watcher->cluster_met());
}

void BlockRunner::release_cluster() {
  pass_cluster();
  if (m_lockstep) m_lockstep->barrier_released();
  for (unsigned i = 0; i < m_cluster_waiting; ++i) make_ready(m_at_cluster[i]);
  m_cluster_waiting = 0;
}

bool BlockRunner::release_if_phase_ended() {
  if (m_arrived_phase[m_at_cluster[0]->thread] > ended_phases()) return false;
  release_cluster();
  return true;
}

// Of a block alone the last one to arrive lets the others go on.
bool BlockRunner::wait_for_cluster() {
  if (m_cluster_waiting == 0) return false;
  const std::uint64_t phases = m_arrived_phase[m_at_cluster[0]->thread];
  if (m_cluster ? !m_cluster->wait(phases) : m_phase < phases) return false;
  release_cluster();
  return true;
}

judge_emulated::Space BlockRunner::space_of(const void* address) const {
  using judge_emulated::Space;
  SharedReport report;
  if (m_shared.describe(address, &report)) return Space::shared;
  const bool is_on_stack = address >= m_current->stack_low && address < m_current->stack_high;
  return is_on_stack || m_split.holds(address) ? Space::local : Space::global;
}

const SharedArena* BlockRunner::arena_of(const void* address, unsigned* rank) const {
  const unsigned found = m_cluster ? m_cluster->rank_of(address) : m_shared.holds(address) ? 0u : 1u;
  if (found == cluster_blocks()) return nullptr;
  if (rank) *rank = found;
  return m_cluster ? &m_cluster->arena(found) : &m_shared;
}

BulkLoads* BlockRunner::loads_of(const void* barrier) {
  unsigned rank = 0;
  if (!arena_of(barrier, &rank)) return nullptr;
  m_is_as_it_began = false;
  return m_cluster ? &m_cluster->loads(rank) : &m_bulk.loads;
}

void* BlockRunner::map_shared(const void* address, unsigned rank) const {
  const SharedArena* const arena = arena_of(address);
  if (!arena || rank >= cluster_blocks()) return nullptr;
  return (m_cluster ? m_cluster->arena(rank) : m_shared).same_place(*arena, address);
}

}  // namespace judge::emulated
