#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "judge/emulator/runtime/chip.hpp"

namespace judge::emulated {

class BulkLoads;
class SharedArena;

/// The blocks of a thread block cluster, each run by a host thread of its own, and the barrier of the cluster. One cluster after the
/// other runs on the same host threads.
class Cluster {
 public:
  explicit Cluster(unsigned blocks) : m_blocks(blocks) {}
  unsigned blocks() const { return m_blocks; }

  /// Waits until all of its host threads are here: a cluster begins when the one before has ended.
  void meet();

  /// The shared memory of one block. Known to the others once all have met.
  void set_block(unsigned rank, const SharedArena* arena, BulkLoads* loads) {
    m_arenas[rank] = arena;
    m_loads[rank] = loads;
  }
  BulkLoads& loads(unsigned rank) const { return *m_loads[rank]; }
  const SharedArena& arena(unsigned rank) const { return *m_arenas[rank]; }
  /// The rank of the block whose shared memory holds the address; blocks() if none does.
  unsigned rank_of(const void* address) const;

  // The barrier. A phase ends when all threads of all blocks that have not left have arrived. A block counts once all of its own
  // threads have.

  /// The number of phases that have ended.
  std::uint64_t ended_phases() const { return m_ended.load(std::memory_order_acquire); }
  void arrive();
  /// Waits for the end of a phase while nothing else of the block can go on. False: it will never end.
  bool wait(std::uint64_t phases);
  /// The block has left the kernel. Those that left count as arrived.
  /// It would have arrived at this phase next.
  void leave(std::uint64_t phase);
  /// Of the checker's clock: when the last phase ended.
  std::uint32_t end_time() const { return m_end_time; }

 private:
  bool end_phase_if_all_arrived();

  const unsigned m_blocks;
  std::array<const SharedArena*, chip::max_blocks_per_cluster> m_arenas{};
  std::array<BulkLoads*, chip::max_blocks_per_cluster> m_loads{};
  std::mutex m_mutex;
  std::condition_variable m_changed;
  std::atomic<std::uint64_t> m_ended{0};
  std::uint64_t m_meetings = 0;
  unsigned m_met = 0, m_live = 0, m_arrived = 0, m_waiting = 0;
  bool m_is_stuck = false;  // all blocks wait, and not all have arrived
  std::uint32_t m_end_time = 0;
};

}  // namespace judge::emulated
