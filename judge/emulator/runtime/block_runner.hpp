#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "judge/emulator/runtime/async_copies.hpp"
#include "judge/emulator/runtime/block_pace.hpp"
#include "judge/emulator/runtime/block_turns.hpp"
#include "judge/emulator/runtime/bulk_copies.hpp"
#include "judge/emulator/runtime/chip.hpp"
#include "judge/emulator/runtime/cluster.hpp"
#include "judge/emulator/runtime/early_launch.hpp"
#include "judge/emulator/runtime/fiber.hpp"
#include "judge/emulator/runtime/grid_barrier.hpp"
#include "judge/emulator/runtime/lockstep.hpp"
#include "judge/emulator/runtime/shared_arena.hpp"
#include "judge/emulator/runtime/split.hpp"
#include "judge/emulator/runtime/warp.hpp"
#include "judge/emulator/runtime/warpgroup_products.hpp"
#include "judge/emulator/runtime/write_meeting.hpp"
#include "judge_emulated/abi.h"

namespace judge::emulated {

/// One kernel launch, which the runners share.
struct Launch {
  const judge_emulated::Kernel* kernel = nullptr;
  void** arguments = nullptr;
  unsigned grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  unsigned threads = 0;                 ///< of a block
  std::size_t shared_bytes = 0;         ///< dynamic
  std::uint64_t blocks = 0, chunk = 1;  ///< blocks taken at a time
  unsigned strip_rows = 1;              ///< rows of blocks that run together, column by column
  std::uint64_t cleared_blocks = 0;     ///< the first ones, that find zeros in shared memory
  std::atomic<std::uint64_t> next_block{0};
  GridBarrier* grid_barrier = nullptr;  ///< of a cooperative launch
  unsigned cluster[3] = {1, 1, 1};      ///< blocks in x, y, z
  /// Those that run at a time; none where a cluster is one block. Each has as many host threads as a cluster has blocks.
  std::vector<std::unique_ptr<Cluster>> clusters;
  BlockPace* pace = nullptr;              ///< of blocks that run side by side; null: each as fast as it can
  BlockTurns* turns = nullptr;            ///< of blocks that go on in turns
  WriteMeeting* write_meeting = nullptr;  ///< with `writes_late`
  EarlyLaunch* early = nullptr;           ///< it runs at the same time as the one that depends on it, or that it depends on
  bool is_dependent = false;              ///< the latter
  std::atomic<unsigned> next_runner{0};
  /// A block has waited for what another one does that nobody had begun: from then on runners are added sooner.
  std::atomic<bool> is_waited_in{false};
  std::atomic<unsigned> helpers{0}, wanted_helpers{0};  ///< runners that were added
  std::atomic<std::int64_t> next_help_ns{0};            ///< when more may be wanted
  bool may_have_helper(std::int64_t now_ns);
  std::mutex given_back_mutex;
  std::vector<std::pair<std::uint64_t, std::uint64_t>>
      given_back;  ///< blocks, first and end, of runners that wait in a block before them
  std::atomic<bool> any_given_back{false};
};

/// Has another host thread take blocks of the launch that runs. False: there are as many as blocks on a large GPU already.
bool add_runner();

/// Kernels that were split run region by region; JUDGE_EMULATED_FIBERS=1 runs all on fibers: to compare.
bool& splits_kernels();
/// Blocks run in the opposite order.
bool& begins_with_last_block();
/// Behind a barrier the threads of a block go on in the opposite order.
inline bool goes_on_with_last_thread = false;

/// One host thread that runs blocks. Threads of a block run lazily: a loop goes through them on one fiber until one has
/// to wait; another fiber then takes up the loop behind it. All fibers of a block belong to one runner. A kernel that was
/// split at its barriers needs one fiber only.
class BlockRunner {
 public:
  /// The calling host thread's; made on first use.
  static BlockRunner& mine();
  /// The calling host thread's if it runs a kernel now, else null. Safe in a signal handler.
  static BlockRunner* running();

  /// Takes blocks of the launch until none is left.
  void run(Launch& launch);

  int barrier(unsigned thread, judge_emulated::BarrierKind kind, int predicate, int line, const void* code);
  judge_emulated::WarpAnswer warp(unsigned thread, const judge_emulated::WarpRequest& request);
  void yield(unsigned thread);
  /// The thread lets the dependent launch begin, or waits for the launch before. False: there is none, or the block has done so.
  bool meet_other_launch(unsigned thread, bool waits);
  /// The warp of `thread` arrives at a barrier of some warps, for `threads` threads. If it waits, this returns when all have come.
  void warp_arrives(unsigned thread, unsigned barrier, unsigned threads, bool waits, int line, const void* code);
  /// The barrier of the cluster: a thread arrives, and waits later.
  void cluster_arrive(unsigned thread);
  void cluster_wait(unsigned thread, int line, const void* code);
  /// Products of warpgroups: a thread asks for its part, closes a group, and waits for all groups but the newest.
  void multiply(unsigned thread, const judge_emulated::ProductRequest& request);
  void commit_products(unsigned thread);
  void wait_for_products(unsigned thread, std::uint64_t groups, int line, const void* code);
  unsigned cluster_blocks() const { return m_cluster ? m_cluster->blocks() : 1; }
  unsigned cluster_rank() const { return m_cluster_rank; }
  /// The arena that holds the address: this block's, or another one's of the cluster; its rank goes to `rank`. Null: none.
  const SharedArena* arena_of(const void* address, unsigned* rank = nullptr) const;
  /// The same place in the shared memory of the block of this rank; null where the address is not in shared memory.
  void* map_shared(const void* address, unsigned rank) const;
  /// In lockstep: the running thread is about to access memory, and waits for its turn.
  void access(const LockstepAccess& access);
  void called_function() { ++m_current->functions; }
  /// As judgeEmulatedContinue().
  const judge_emulated::Block* continue_after(unsigned end, unsigned* thread) {
    if (!m_is_as_it_began || end != m_launch->threads || !step_in_chunk()) return leave(end, thread);
    *thread = 0;
    return &m_block;
  }

  /// Looks for the thread that faulted, where a loop over threads may have kept its index to itself: runs the block's
  /// threads again one by one, until one faults or all have run, and calls `report` then. Does not return.
  [[noreturn]] void find_faulting_thread(void (*report)());
  bool can_find_faulting_thread() const;
  /// The thread that find_faulting_thread() is trying.
  unsigned tried_thread() const { return m_tried_thread; }
  bool is_trying() const { return m_report != nullptr; }

  /// The block that runs, if its kernel is split.
  SplitBlock& split() { return m_split; }
  /// Ends the run if a split block went wrong: runs it again on fibers, to be reported as theirs are.
  void expect_fine(SplitBlock::Outcome outcome);

  judge_emulated::Space space_of(const void* address) const;

  const Launch& launch() const { return *m_launch; }
  const Fiber& fiber() const { return *m_current; }
  const SharedArena& shared() const { return m_shared; }
  AsyncCopies& copies() {
    m_is_as_it_began = false;
    return m_copies;
  }
  /// When a copy of this thread lands that lands early: 0 is at once.
  std::uint64_t due_time(unsigned thread) const;
  BulkCopies& bulk() {
    m_is_as_it_began = false;
    return m_bulk;
  }
  /// Of the block, of this cluster, in whose shared memory this lies. Null: in none's.
  BulkLoads* loads_of(const void* barrier);

 private:
  static constexpr std::size_t ring_size = 2 * chip::max_threads_per_block;

  BlockRunner();
  static void fiber_entry();
  static void try_entry();
  void fiber_loop();
  [[noreturn]] void run_again_on_fibers();
  [[noreturn]] void report_what_went_wrong();
  bool goes_straight_on() const;
  void leave_pace();
  void pass_turn() {
    if (m_launch->turns) m_launch->turns->pass(m_pace_runner);
  }
  const judge_emulated::Block* leave(unsigned end, unsigned* thread);
  bool take_given_back();
  void run_what_is_waited_for();
  bool take_block();
  void find_block_index();
  /// To the next block of the strip. False: there is none.
  bool step_in_strip();
  /// To the next block of those taken, if nothing but its index has to be found. False: it is still the same block.
  bool step_in_chunk() {
    if (m_block_index + 1 >= m_blocks_end) return false;
    if (m_block.index[1] + 1 < m_strip_end) {
      ++m_block.index[1];
    } else {
      if (m_block.index[0] + 1 >= m_launch->grid[0]) return false;
      m_block.index[1] = m_strip_top;
      ++m_block.index[0];
    }
    ++m_block_index;
    return true;
  }
  std::uint64_t linear_block() const {
    return m_block.index[0] +
           std::uint64_t{m_block.grid[0]} * (m_block.index[1] + std::uint64_t{m_block.grid[1]} * m_block.index[2]);
  }
  void join_cluster();
  bool take_block_of_cluster();
  void arrive_if_all_have();
  void count_cluster_exits(unsigned first, unsigned end);
  std::uint64_t ended_phases() const { return m_cluster ? m_cluster->ended_phases() : m_phase; }
  void pass_cluster();
  void release_cluster();
  /// Lets those go on who wait for a phase that has ended. False: there are none.
  bool poll_cluster() { return m_cluster_waiting != 0 && release_if_phase_ended(); }
  bool release_if_phase_ended();
  bool wait_for_cluster();
  void start_block();
  void count_exits(unsigned end);
  void started(unsigned thread);
  void wait();
  Fiber* pick();
  Fiber* new_fiber();
  bool answer_weak_requests();
  bool release_held();
  void leave_other_launch();
  bool answer_active(Warp& warp, unsigned lane);
  bool release_parked();
  void meet_other_writers(const LockstepAccess& access);
  bool answer_active_in_lockstep();
  void make_ready(Fiber* fiber) { m_ready[m_ready_tail++ % ring_size] = fiber; }
  void make_lanes_ready(Warp& warp, unsigned lanes);
  void release_barrier();
  void wait_for_grid();
  void switch_to(Fiber* fiber);
  [[noreturn]] void report_deadlock();
  [[noreturn]] void report_divergence(unsigned thread, int line);
  [[noreturn]] static void report_plain_launch(unsigned thread, int line, const void* code);

  Launch* m_launch = nullptr;
  judge_emulated::Block m_block{};
  std::uint64_t m_block_index = 0, m_blocks_end = 0;
  unsigned m_strip_top = 0, m_strip_end = 0;  // rows of blocks that run column by column
  bool m_goes_straight_on = false;            // nothing has to be done between two blocks of this launch
  bool m_is_as_it_began = false;              // the same, and no thread has changed what start_block() sets
  unsigned m_live = 0;                        // threads of the block that have not exited
  unsigned m_next_thread = 0;                 // the first one that nobody started

  std::array<Fiber*, ring_size> m_ready{};
  std::size_t m_ready_head = 0, m_ready_tail = 0;
  std::array<Fiber*, chip::max_threads_per_block> m_at_barrier{};
  unsigned m_waiting = 0;  // at the barrier
  int m_predicates = 0;    // how many of them were true
  judge_emulated::BarrierKind m_barrier_kind{};
  std::array<Warp, chip::max_threads_per_block / warp_lanes> m_warps;
  std::array<LaneWait, chip::max_threads_per_block> m_lanes;

  Cluster* m_cluster = nullptr;  // null: the block is a cluster by itself
  unsigned m_cluster_rank = 0;
  std::uint64_t m_next_cluster = 0;
  std::uint64_t m_phase = 0;       // of the cluster's barrier, that the block's threads arrive at next
  unsigned m_cluster_arrived = 0;  // threads, in this phase
  unsigned m_cluster_waiting = 0;
  std::array<std::uint64_t, chip::max_threads_per_block>
      m_arrived_phase{};                                           // of each thread: the phases that end what it waits for
  std::array<Fiber*, chip::max_threads_per_block> m_at_cluster{};  // they all wait for one phase

  unsigned m_yields = 0, m_yields_in_block = 0;

  // Threads that have come to where the other launch of a pair begins or has ended, while others of the block go on.
  std::array<Fiber*, chip::max_threads_per_block> m_held{};
  unsigned m_held_threads = 0, m_yields_while_held = 0;
  bool m_has_met_other = false;

  unsigned m_pace_runner = 0;                       // of the launch's pace or turns
  std::uint64_t m_pace_begin = 0, m_pace_time = 0;  // when the block began there, and now

  struct WarpBarrier {
    unsigned arrived = 0;                                                   // threads of this round
    std::uint32_t waiting = 0;                                              // a bit for each warp
    std::array<Fiber*, chip::max_threads_per_block / warp_lanes> fibers{};  // of these
  };
  std::array<WarpBarrier, judge_emulated::barriers_of_warps> m_warp_barriers{};
  bool m_has_warp_barriers = false;  // one was used in this block
  AsyncCopies m_copies;
  BulkCopies m_bulk;
  WarpgroupProducts m_products;

  bool m_is_split = false;             // the kernel runs region by region
  void (*m_report_split)() = nullptr;  // of the fault in the split block
  bool m_runs_again = false;           // what went wrong in a split block is being looked for
  unsigned m_tried_thread = 0;
  void (*m_report)() = nullptr;  // set while find_faulting_thread() is at work

  Fiber* m_current = nullptr;
  void* m_scheduler_stack = nullptr;
  FiberPool m_fibers;
  SharedArena m_shared;
  SplitBlock m_split;
  std::vector<std::uintptr_t> m_read;    // words of global memory that the block has read lately, with `writes_late`
  std::uint64_t m_met_turn = 0;          // of lanes that have met other blocks
  std::unique_ptr<Lockstep> m_lockstep;  // null: threads run one after the other until they have to wait
};

}  // namespace judge::emulated
