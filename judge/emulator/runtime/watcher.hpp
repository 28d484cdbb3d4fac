#pragma once

#include <cstdint>

#include "judge_emulated/abi.h"

namespace judge::emulated {

struct CopyPlace;
struct Launch;
struct Task;

/// What an asynchronous copy does to some bytes.
enum class CopyAccess { reads, writes, updates, reads_for_warpgroup };

/// Who waited for an asynchronous copy.
enum class LandedBy { its_thread, a_barrier };

/// A barrier or shuffle that a thread of the running block waits at, or has just reached.
struct BarrierPlace {
  unsigned thread = 0;  ///< linear index
  int line = 0;
  const void* code = nullptr;  ///< return address of the call
};

/// The events that the runners report to the checker. All events of one block come from the runner that runs it.
class Watcher {
 public:
  virtual void launch_started(const Launch& launch) = 0;
  virtual void launch_ended() = 0;
  virtual void block_started(const judge_emulated::Block& block) = 0;
  /// Every thread of the block that has not left the kernel is at the barrier, the first to come at `first`.
  virtual void barrier_released(const BarrierPlace& first, unsigned exited_threads) = 0;
  /// Lanes of one warp have met: in __syncwarp(), a shuffle, a vote.
  virtual void lanes_met(unsigned first_thread, unsigned lanes) = 0;
  /// A warp arrives at a barrier of some warps of the block, and all that it expects have come: these wait there, a bit for each warp.
  virtual void warp_arrived(unsigned barrier, unsigned warp) = 0;
  virtual void warps_met(unsigned barrier, std::uint32_t waiting) = 0;
  /// All blocks of a cooperative launch are at the grid's barrier.
  virtual void grid_met() = 0;
  /// All blocks of a cluster are at its barrier. Gives the time, which each block gets as it goes on.
  virtual std::uint32_t cluster_met() = 0;
  virtual void cluster_passed(std::uint32_t time) = 0;
  /// A copy or a memset from the host: these bytes are initialised now, in any memory.
  virtual void host_wrote(const void* first, std::size_t bytes) = 0;
  /// A task of a stream begins, and is over; none runs beside it.
  virtual void work_started(const Task& task) = 0;
  virtual void work_ended() = 0;
  /// The bytes that a task other than a kernel reads or writes.
  virtual void work_accesses(const void* first, std::size_t bytes, bool is_write) = 0;
  /// Where in the attempt the runtime was called from; null = not known.
  virtual const void* find_caller() = 0;
  /// The running thread makes an asynchronous copy; later its bytes are there.
  virtual void copy_started(const CopyPlace& copy) = 0;
  virtual void copy_landed(const CopyPlace& copy, LandedBy by) = 0;
  /// The running thread's bulk copy reads or writes these bytes.
  virtual void copy_accesses(const CopyPlace& copy, CopyAccess kind) = 0;
  /// Whoever waits for the barrier will have waited for the running thread's bulk copies so far.
  virtual void copy_released(const void* barrier, const void* code) = 0;
  /// Threads of the running thread's warpgroup have waited for its reads of that kind.
  virtual void products_finished() = 0;
  /// Two threads of a block wait at __syncthreads() in different places, which counts as one barrier.
  virtual void barriers_differ(const BarrierPlace& first, const BarrierPlace& second) = 0;
  /// A thread has shuffled, and read this lane of its warp, which took no part.
  virtual void absent_lane_read(const BarrierPlace& shuffle, unsigned lane) = 0;

 protected:
  ~Watcher() = default;
};

/// Set once, before any launch, where an attempt built with --check is loaded; null in a normal run.
inline Watcher* watcher = nullptr;

}  // namespace judge::emulated
