#include "judge/emulator/runtime/block_runner.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <thread>
#include <utility>

#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {

namespace {

using judge_emulated::BarrierKind;

// Read in signal handlers: initial-exec never allocates.
[[gnu::tls_model("initial-exec")]] thread_local BlockRunner* running_worker = nullptr;

bool is_set(const char* variable) {
  const char* const text = std::getenv(variable);
  return text && *text && std::strcmp(text, "0") != 0;
}

/// A block that waits for another one of its cluster lets its host thread go so often.
constexpr unsigned yields_of_host_thread = 64;
// What a thread waits for may be for one to do that waits for the other launch of a pair.
constexpr unsigned yields_while_held = 1024;

unsigned lanes_below(unsigned end) { return end >= warp_lanes ? ~0u : (1u << end) - 1; }

}  // namespace

bool& splits_kernels() {
  static bool splits = !is_set("JUDGE_EMULATED_FIBERS");
  return splits;
}

bool& begins_with_last_block() {
  static bool begins = is_set("JUDGE_EMULATED_LAST_BLOCK_FIRST");
  return begins;
}

BlockRunner::BlockRunner() {
  for (std::size_t i = 0; i < m_warps.size(); ++i) m_warps[i].lanes = &m_lanes[i * warp_lanes];
}

BlockRunner& BlockRunner::mine() {
  static thread_local BlockRunner* runner = new BlockRunner;  // lives as long as the thread: its stacks may be in use at exit
  return *runner;
}

BlockRunner* BlockRunner::running() { return running_worker; }

// Before code runs that relies on it: see may_use_descriptors() of the compiler driver.
static void find_thread_locals(const judge_emulated::Kernel& kernel) {
  unsigned thread[3], block[3];
  kernel.current_thread(thread, block);
}

void BlockRunner::run(Launch& launch) {
  find_thread_locals(*launch.kernel);
  m_launch = &launch;
  m_shared.prepare(launch.kernel->function, launch.shared_bytes);
  m_block = {};
  std::ranges::copy(launch.block, m_block.size);
  std::ranges::copy(launch.grid, m_block.grid);
  m_block.end_thread = launch.threads;
  m_block.static_shared = m_shared.statics();
  m_block.dynamic_shared = m_shared.dynamic();
  m_block_index = m_blocks_end = 0;
  join_cluster();
  m_is_split = launch.kernel->run_split && !m_cluster && !watcher && !runs_in_lockstep() && splits_kernels();
  if (runs_in_lockstep() && !m_lockstep) m_lockstep = std::make_unique<Lockstep>();
  m_goes_straight_on = goes_straight_on();
  m_ready_head = m_ready_tail = 0;
  m_pace_time = 0;
  if (launch.pace || launch.turns) m_pace_runner = launch.next_runner++;
  if (launch.turns) launch.turns->wait(m_pace_runner);
  if (launch.early && launch.is_dependent) launch.early->wait_until_allowed();
  if (!take_block()) return leave_pace();
  running_worker = this;
  m_current = m_fibers.take(fiber_entry);
  m_current->first_thread = 0;
  judgeEmulatedSwitchContext(&m_scheduler_stack, m_current->stack_pointer);
  m_fibers.give_back(m_current);
  running_worker = nullptr;
  leave_pace();
  m_launch = nullptr;
}

bool BlockRunner::goes_straight_on() const {
  const bool has_others = m_cluster || m_launch->pace || m_launch->turns || m_launch->early || m_launch->grid_barrier;
  return !has_others && !watcher && !m_lockstep && !begins_with_last_block() && m_launch->cleared_blocks == 0;
}

void BlockRunner::leave_pace() {
  if (m_launch->pace) m_launch->pace->leave(m_pace_runner);
  if (m_launch->turns) m_launch->turns->leave(m_pace_runner);
  if (m_launch->write_meeting) m_launch->write_meeting->leave();
}

void BlockRunner::fiber_entry() { running_worker->fiber_loop(); }

// A fiber's life: threads nobody has started, then whatever is ready; it ends the launch when the last block is done.
void BlockRunner::fiber_loop() {
  (m_is_split ? m_launch->kernel->run_split : m_launch->kernel->run)(m_launch->arguments, m_next_thread, &m_block);
  void* nowhere = nullptr;
  if (m_live == 0) {
    judgeEmulatedSwitchContext(&nowhere, m_scheduler_stack);
    __builtin_unreachable();
  }
  m_fibers.give_back(m_current);
  Fiber* next = pick();
  if (!next) report_deadlock();
  m_current = next;
  judgeEmulatedSwitchContext(&nowhere, next->stack_pointer);
  __builtin_unreachable();
}

bool BlockRunner::take_block() {
  if (m_cluster) return take_block_of_cluster();
  if (++m_block_index < m_blocks_end) {
    if (!step_in_strip()) find_block_index();
  } else if (!take_given_back()) {
    const std::uint64_t first = m_launch->next_block.fetch_add(m_launch->chunk, std::memory_order_relaxed);
    if (first >= m_launch->blocks) return false;
    m_block_index = first;
    m_blocks_end = std::min(first + m_launch->chunk, m_launch->blocks);
    find_block_index();
  }
  start_block();
  return true;
}

// Blocks of a grid with rows run in strips of a few rows, column by column: so memory that runs across the rows, too,
// stays in the caches and in the tables of pages until its neighbours want it.
void BlockRunner::find_block_index() {
  const std::uint64_t width = m_launch->grid[0], height = m_launch->grid[1], strip_rows = m_launch->strip_rows;
  std::uint64_t left = begins_with_last_block() ? m_launch->blocks - 1 - m_block_index : m_block_index;
  m_block.index[2] = static_cast<unsigned>(left / (width * height));
  left %= width * height;
  const std::uint64_t top = left / (width * strip_rows) * strip_rows;
  const std::uint64_t rows = std::min<std::uint64_t>(strip_rows, height - top);
  left -= top * width;
  m_block.index[0] = static_cast<unsigned>(left / rows);
  m_block.index[1] = static_cast<unsigned>(top + left % rows);
  m_strip_top = static_cast<unsigned>(top);
  m_strip_end = static_cast<unsigned>(top + rows);
}

// Divisions for each block would cost a tenth of the time of a small one.
bool BlockRunner::step_in_strip() {
  if (begins_with_last_block()) return false;
  if (++m_block.index[1] < m_strip_end) return true;
  m_block.index[1] = m_strip_top;
  return ++m_block.index[0] < m_launch->grid[0];
}

void BlockRunner::start_block() {
  m_live = m_launch->threads;
  m_next_thread = 0;
  m_pace_begin = m_pace_time;
  m_yields_in_block = m_yields_while_held = m_held_threads = 0;
  m_has_met_other = false;
  if (m_block_index < m_launch->cleared_blocks) m_shared.clear();
  m_waiting = 0;
  m_predicates = 0;
  m_cluster_arrived = m_cluster_waiting = 0;
  m_phase = ended_phases() + (m_cluster ? 0 : 1);
  if (std::exchange(m_has_warp_barriers, false)) m_warp_barriers = {};  // 4 KB, too much for each small block
  m_copies.start_block();
  m_bulk.start_block();
  m_products.start_block();
  const unsigned warps = (m_launch->threads + warp_lanes - 1) / warp_lanes;
  for (unsigned i = 0; i < warps; ++i) m_warps[i].arrived = m_warps[i].exited = 0;
  m_warps[warps - 1].exited = ~lanes_below(m_launch->threads - (warps - 1) * warp_lanes);
  if (m_lockstep) m_lockstep->start_block(m_launch->threads, linear_block());
  m_read.clear();
  if (watcher) watcher->block_started(m_block);
  m_is_as_it_began = m_goes_straight_on;
}

const judge_emulated::Block* BlockRunner::leave(unsigned end, unsigned* thread) {
  if (is_trying()) return nullptr;
  if (end > m_current->first_thread) started(end - 1);
  count_exits(end);
  if (m_live == 0) {
    if (m_runs_again) report_what_went_wrong();
    m_bulk.end_block();
    if (m_launch->grid_barrier) m_launch->grid_barrier->leave(linear_block());
    if (m_cluster) m_cluster->leave(m_phase);
    if (m_launch->early) leave_other_launch();
    pass_turn();
    if (!take_block()) return nullptr;
  } else if (m_next_thread >= m_launch->threads) {
    return nullptr;
  }
  m_current->first_thread = *thread = m_next_thread;
  return &m_block;
}

// Whatever a thread waits for, or changes for others of its block, begins here, but for copies and groups of products.
void BlockRunner::started(unsigned thread) {
  m_is_as_it_began = false;
  m_next_thread = std::max(m_next_thread, thread + 1);
}

void BlockRunner::count_exits(unsigned end) {
  const unsigned first = m_current->first_thread;
  if (first >= end) return;
  m_current->first_thread = end;
  m_live -= end - first;
  if (m_cluster_arrived != 0) count_cluster_exits(first, end);
  if (m_live == 0) return;  // the warps' masks are made anew for the next block
  for (unsigned index = first / warp_lanes; index <= (end - 1) / warp_lanes; ++index) {
    Warp& warp = m_warps[index];
    const unsigned base = index * warp_lanes;
    warp.exited |= lanes_below(end - base) & ~lanes_below(first > base ? first - base : 0);
    for (unsigned waiting = warp.arrived; waiting; waiting &= waiting - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(waiting));
      if (warp.arrived >> lane & 1) make_lanes_ready(warp, answer_warp(warp, lane));
    }
  }
  if (m_waiting != 0 && m_waiting == m_live) release_barrier();
}

void BlockRunner::make_lanes_ready(Warp& warp, unsigned lanes) {
  if (watcher && lanes) watcher->lanes_met(static_cast<unsigned>(&warp - m_warps.data()) * warp_lanes, lanes);
  for (; lanes; lanes &= lanes - 1) {
    Fiber* const fiber = warp.lanes[std::countr_zero(lanes)].fiber;
    if (fiber != m_current) make_ready(fiber);
  }
}

int BlockRunner::barrier(unsigned thread, BarrierKind kind, int predicate, int line, const void* code) {
  started(thread);
  count_exits(thread);
  if (kind == BarrierKind::grid && !m_launch->grid_barrier) report_plain_launch(thread, line, code);
  if (m_waiting != 0 && (m_at_barrier[0]->line != line || m_barrier_kind != kind)) {
    m_current->code = code;
    // All forms of __syncthreads() are one hardware barrier, which counts arrivals and does not ask from where.
    if ((m_barrier_kind == BarrierKind::grid) != (kind == BarrierKind::grid)) report_divergence(thread, line);
    if (watcher) {
      const Fiber& first = *m_at_barrier[0];
      watcher->barriers_differ({first.thread, first.line, first.code}, {thread, line, code});
    }
  }
  m_barrier_kind = kind;
  m_predicates += predicate != 0;
  m_current->thread = thread;
  m_current->line = line;
  m_current->code = code;
  m_at_barrier[m_waiting++] = m_current;
  if (m_waiting != m_live) {
    wait();
  } else if (goes_on_with_last_thread) {
    release_barrier();
    wait();
  } else {
    --m_waiting;  // this one goes on at once
    release_barrier();
  }
  return m_current->result;
}

void BlockRunner::wait_for_grid() {
  if (m_launch->write_meeting) m_launch->write_meeting->leave();
  if (!m_launch->grid_barrier->wait(linear_block())) report_deadlock();
  if (m_launch->write_meeting) m_launch->write_meeting->add_runners(1);
}

void BlockRunner::release_barrier() {
  if (m_launch->turns) m_launch->turns->barrier_released(m_pace_runner);
  if (m_barrier_kind == BarrierKind::grid) wait_for_grid();
  if (watcher) {
    const Fiber& first = *m_at_barrier[0];  // also where it is the only one, and goes on at once
    watcher->barrier_released({first.thread, first.line, first.code}, m_launch->threads - m_live);
  }
  const int arrived = static_cast<int>(m_live);
  const int result = m_barrier_kind == BarrierKind::count ? m_predicates
                     : m_barrier_kind == BarrierKind::all ? m_predicates == arrived
                                                          : m_predicates != 0;
  if (goes_on_with_last_thread)
    std::ranges::sort(m_at_barrier.begin(), m_at_barrier.begin() + m_waiting, std::greater(), &Fiber::thread);
  for (unsigned i = 0; i < m_waiting; ++i) {
    m_at_barrier[i]->result = result;
    make_ready(m_at_barrier[i]);
  }
  if (m_lockstep) m_lockstep->barrier_released();
  if (m_lockstep && m_barrier_kind == BarrierKind::grid) m_lockstep->grid_released();
  m_current->result = result;
  m_waiting = 0;
  m_predicates = 0;
}

judge_emulated::WarpAnswer BlockRunner::warp(unsigned thread, const judge_emulated::WarpRequest& request) {
  started(thread);
  count_exits(thread);
  Warp& warp = m_warps[thread / warp_lanes];
  const unsigned lane = thread % warp_lanes;
  LaneWait& mine = warp.lanes[lane];
  mine.request = &request;
  mine.fiber = m_current;
  mine.absent_source = -1;
  m_current->thread = thread;
  m_current->line = request.line;
  m_current->code = request.code;
  warp.arrived |= 1u << lane;
  const unsigned answered = answer_warp(warp, lane);
  if (answered && m_lockstep && request.operation != judge_emulated::WarpOperation::sync)
    m_lockstep->lanes_met(thread / warp_lanes);
  if (answered) make_lanes_ready(warp, answered);
  else wait();
  if (watcher && mine.absent_source >= 0)
    watcher->absent_lane_read({thread, request.line, request.code}, static_cast<unsigned>(mine.absent_source));
  return mine.answer;
}

void BlockRunner::yield(unsigned thread) {
  pass_turn();
  run_what_is_waited_for();
  if (m_is_split) return;  // nobody of the block can be waited for between its barriers
  poll_cluster();
  if (m_held_threads != 0 && ++m_yields_while_held == yields_while_held) release_held();
  started(thread);
  count_exits(thread);
  make_ready(m_current);
  if (m_cluster && ++m_yields % yields_of_host_thread == 0) std::this_thread::yield();  // another block may have to go on
  // What is waited for may be for a thread to do that has not begun.
  if (m_next_thread < m_launch->threads) switch_to(new_fiber());
  else wait();
}

void BlockRunner::warp_arrives(unsigned thread, unsigned barrier, unsigned threads, bool waits, int line, const void* code) {
  started(thread);
  count_exits(thread);
  m_has_warp_barriers = true;
  WarpBarrier& at = m_warp_barriers[barrier];
  const unsigned warp = thread / warp_lanes;
  m_current->thread = thread;
  m_current->line = line;
  m_current->code = code;
  at.arrived += warp_lanes;
  if (watcher) watcher->warp_arrived(barrier, warp);
  if (waits) {
    at.waiting |= 1u << warp;
    at.fibers[warp] = m_current;
  }
  if (at.arrived >= threads) {
    if (watcher) watcher->warps_met(barrier, at.waiting);
    for_each_bit(at.waiting, [&](unsigned other) {
      if (other != warp) make_ready(at.fibers[other]);
    });
    at = {};
  } else if (waits) {
    wait();
  }
}

void BlockRunner::wait() {
  Fiber* const next = pick();
  if (!next) report_deadlock();
  if (next != m_current) switch_to(next);
}

void BlockRunner::switch_to(Fiber* fiber) {
  Fiber* const me = m_current;
  m_current = fiber;
  judgeEmulatedSwitchContext(&me->stack_pointer, fiber->stack_pointer);
}

// Ready fibers first: lanes of a warp that has just been answered stay in cache.
Fiber* BlockRunner::pick() {
  if (m_ready_head == m_ready_tail) {
    if (m_next_thread < m_launch->threads) return new_fiber();
    if (!poll_cluster() && !release_parked() && !answer_weak_requests() && !release_held() && !wait_for_cluster())
      return nullptr;
  }
  return m_ready[m_ready_head++ % ring_size];
}

Fiber* BlockRunner::new_fiber() {
  Fiber* const fiber = m_fibers.take(fiber_entry);
  fiber->first_thread = m_next_thread;
  return fiber;
}

// __activemask() is answered only when nothing else of the block can run: then all that will come have come.
bool BlockRunner::answer_weak_requests() {
  const unsigned warps = (m_launch->threads + warp_lanes - 1) / warp_lanes;
  for (unsigned i = 0; i < warps; ++i) {
    Warp& warp = m_warps[i];
    for (unsigned waiting = warp.arrived; waiting; waiting &= waiting - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(waiting));
      if (warp.lanes[lane].request->operation == judge_emulated::WarpOperation::active_mask) return answer_active(warp, lane);
    }
  }
  return false;
}

bool BlockRunner::answer_active(Warp& warp, unsigned lane) {
  for (unsigned active = answer_active_mask(warp, lane); active; active &= active - 1)
    make_ready(warp.lanes[std::countr_zero(active)].fiber);
  return true;
}

}  // namespace judge::emulated

// Here for the compiler to see all of it: a small block is some forty nanoseconds of work.
const judge_emulated::Block* judgeEmulatedContinue(unsigned end, unsigned* thread) {
  return judge::emulated::running_worker->continue_after(end, thread);
}
