#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "judge/emulator/checker/shadow.hpp"
#include "judge/emulator/runtime/chip.hpp"

namespace judge::emulated {

/// Which access of a launch happened before which, by what CUDA promises and not by the order in which this runtime runs
/// threads:
///
///   - a thread's own accesses are in order;
///   - __syncthreads() orders all that the block did before it and does after it, the grid's barrier all of the grid;
///   - the barrier of a cluster orders all that its blocks did before it and do after it;
///   - __syncwarp(), shuffles and votes order the lanes that take part;
///   - what a thread read for its warpgroup (wgmma), it has read before any thread of it that has waited for the products goes on;
///   - a barrier of some warps (bar.sync, bar.arrive, a tile of more than 32 threads) orders what those that arrive did before they
///     arrive before what those that wait do behind it;
///   - a thread that has written, passed a fence (or a barrier after which another thread passed one) and then done an atomic or
///     volatile write to X releases its earlier writes to each thread that reads X by an atomic or a volatile read. That covers
///     locks, flags, and the counter by which the last block finds itself. The reader needs no fence, and its whole block
///     acquires: this is more than CUDA promises, to avoid false findings.
///
/// A clock counts these events. An access is known by its time, block and thread; one that is older than the last event
/// that orders the two threads happened before.
class HappensBefore {
 public:
  using Time = std::uint32_t;

  static constexpr unsigned most_warps = chip::max_threads_per_block / chip::warp_threads;
  static constexpr unsigned warp_barriers = 48;  ///< of a block, for some of its warps
  /// Of each warp of a block: what it did before this time.
  using WarpTimes = std::array<Time, most_warps>;

  struct Acquired;
  /// What is ordered before the threads of one running block.
  struct Block {
    std::uint32_t index = 0;
    Time start = 0, barrier = 0, last_fence = 0, cluster_barrier = 0;
    std::vector<std::uint32_t> cluster;                     ///< the indices of its cluster's blocks; empty where it is alone
    std::array<Time, chip::max_threads_per_block> fence{};  ///< of each thread, the last
    std::array<Time, chip::max_threads_per_block / chip::warpgroup_threads>
        products{};                                       ///< of each warpgroup, when its products were finished last
    std::array<Time, chip::max_threads_per_block> met{};  ///< of each thread, when it last met other lanes
    /// of each thread: since when it knows all that each lane of its warp did
    std::array<std::array<Time, chip::warp_threads>, chip::max_threads_per_block> knows{};
    std::array<WarpTimes, most_warps> warp_knows{};          ///< of each warp, by barriers of some warps
    std::array<WarpTimes, warp_barriers> at_warp_barrier{};  ///< what arrived there in this round
    std::vector<Acquired> acquired;
  };

  void launch_started();
  void block_started(Block& block, std::uint32_t index);
  void barrier(Block& block) { block.barrier = ++m_now; }
  void lanes_met(Block& block, unsigned first_thread, unsigned lanes);
  /// A warp arrives at a barrier of some warps.
  void warp_arrives(Block& block, unsigned barrier, unsigned warp);
  /// All that the barrier expects have arrived. `waiting`: a bit for each warp that waits there.
  static void warps_met(Block& block, unsigned barrier, std::uint32_t waiting);
  /// All threads of a cluster are at its barrier. Gives the time, which counts for each block as it goes on.
  Time cluster_met() { return ++m_now; }
  static void cluster_passed(Block& block, Time time) { block.barrier = block.cluster_barrier = time; }
  void grid_met() { m_grid_barrier = ++m_now; }
  void products_finished(Block& block, unsigned thread) { block.products[thread / chip::warpgroup_threads] = ++m_now; }
  void fence(Block& block, unsigned thread);
  /// An atomic or volatile write of `thread` to `address`.
  void release(Block& block, unsigned thread, std::uintptr_t address);
  /// An atomic or volatile read.
  void acquire(Block& block, unsigned thread, std::uintptr_t address);

  Time now() const { return m_now; }
  Time launch_start() const { return m_launch_start; }
  /// True if `earlier` happened before the current access of `thread` of `block`.
  bool is_before(const Trace& earlier, const Block& block, unsigned thread) const;

 private:
  struct Release;
  struct Point;
  bool was_handed_on(const Trace& earlier, const std::vector<Acquired>& acquired) const;
  /// What `other` of the same block did before this time is in order before what `thread` does, unless it was handed on at an address.
  static Time known(const Block& block, unsigned thread, unsigned other);

  Time m_now = 1, m_launch_start = 1, m_grid_barrier = 0;
  std::unordered_map<std::uintptr_t, std::shared_ptr<Point>> m_points;  // addresses that order threads
};

/// One address through which a thread acquired other threads' writes.
struct HappensBefore::Acquired {
  std::shared_ptr<Point> point;
  unsigned thread = 0;
  Time time = 0;   ///< the last time
  Time first = 0;  ///< the first time
};

}  // namespace judge::emulated
