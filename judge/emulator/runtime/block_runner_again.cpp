// A block runs again where what went wrong in it has to be found: its threads one by one, or a split block on fibers.
#include <algorithm>

#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/watcher.hpp"

namespace judge::emulated {

bool BlockRunner::can_find_faulting_thread() const {
  if (watcher || m_lockstep || m_cluster) return false;  // it was built so that the thread at hand is the right one
  if (m_waiting != 0 || m_ready_head != m_ready_tail) return false;
  const unsigned warps = (m_launch->threads + warp_lanes - 1) / warp_lanes;
  return std::none_of(m_warps.begin(), m_warps.begin() + warps, [](const Warp& warp) { return warp.arrived != 0; });
}

void BlockRunner::expect_fine(SplitBlock::Outcome outcome) {
  if (outcome != SplitBlock::Outcome::fine) run_again_on_fibers();
}

void BlockRunner::run_again_on_fibers() {
  m_is_split = false;
  m_runs_again = true;
  m_goes_straight_on = false;
  start_block();
  Fiber* const fiber = m_fibers.take(fiber_entry);
  fiber->first_thread = 0;
  void* nowhere = nullptr;
  m_current = fiber;
  judgeEmulatedSwitchContext(&nowhere, fiber->stack_pointer);
  __builtin_unreachable();
}

void BlockRunner::find_faulting_thread(void (*report)()) {
  if (m_is_split) {
    m_report_split = report;
    run_again_on_fibers();
  }
  m_report = report;
  m_is_as_it_began = false;
  m_tried_thread = m_current->first_thread;
  Fiber* const fiber = m_fibers.take(try_entry);
  void* nowhere = nullptr;
  m_current = fiber;
  judgeEmulatedSwitchContext(&nowhere, fiber->stack_pointer);
  __builtin_unreachable();
}

void BlockRunner::try_entry() {
  BlockRunner& runner = *running();
  for (; runner.m_tried_thread < runner.m_launch->threads; ++runner.m_tried_thread) {
    runner.m_block.end_thread = runner.m_tried_thread + 1;
    runner.m_launch->kernel->run(runner.m_launch->arguments, runner.m_tried_thread, &runner.m_block);
  }
  runner.m_report();
  __builtin_unreachable();
}

}  // namespace judge::emulated
