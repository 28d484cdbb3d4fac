// What a runner reports of a block that cannot go on. The text is made in a fixed buffer.

#include <array>
#include <cstdio>
#include <cstring>

#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/faults.hpp"

namespace judge::emulated {

namespace {

/// Text that grows in a fixed buffer: a report may be made where memory is exhausted.
class Note {
 public:
  Note(char* text, std::size_t size) : m_text(text), m_size(size) {}
  template <class... Values>
  void append(const char* format, Values... values) {
    if (m_used < m_size) m_used += static_cast<std::size_t>(std::snprintf(m_text + m_used, m_size - m_used, format, values...));
  }

 private:
  char* m_text;
  std::size_t m_size, m_used = 0;
};

const char* name_of(judge_emulated::WarpOperation operation) {
  using judge_emulated::WarpOperation;
  switch (operation) {
    case WarpOperation::sync: return "__syncwarp()";
    case WarpOperation::shuffle:
    case WarpOperation::shuffle_up:
    case WarpOperation::shuffle_down:
    case WarpOperation::shuffle_xor: return "a warp shuffle";
    case WarpOperation::ballot:
    case WarpOperation::any:
    case WarpOperation::all: return "a warp vote";
    case WarpOperation::match_any:
    case WarpOperation::match_all: return "a warp match";
    case WarpOperation::active_mask: return "__activemask()";
    default: return "a warp reduction";
  }
}

/// Threads that wait at one place, for one thing.
struct Waiters {
  int line;
  const char* what;
  unsigned first_thread, count;
};

}  // namespace

void BlockRunner::report_deadlock() {
  std::array<Waiters, 16> places{};
  std::size_t used = 0;
  const auto add = [&](int line, const char* what, unsigned thread) {
    for (std::size_t i = 0; i < used; ++i)
      if (places[i].line == line && !std::strcmp(places[i].what, what)) {
        ++places[i].count;
        return;
      }
    if (used < places.size()) places[used++] = {line, what, thread, 1};
  };
  const char* const block_barrier =
      m_barrier_kind == judge_emulated::BarrierKind::grid ? "the grid's barrier" : "__syncthreads()";
  for (unsigned i = 0; i < m_waiting; ++i) add(m_at_barrier[i]->line, block_barrier, m_at_barrier[i]->thread);
  for (unsigned i = 0; i < m_cluster_waiting; ++i) add(m_at_cluster[i]->line, "the cluster's barrier", m_at_cluster[i]->thread);
  const Fiber* first_of_warps = nullptr;
  for (const WarpBarrier& barrier : m_warp_barriers)
    for_each_bit(barrier.waiting, [&](unsigned warp) {
      const Fiber& fiber = *barrier.fibers[warp];
      add(fiber.line, "a barrier of some warps, one lane for each,", fiber.thread);
      if (!first_of_warps) first_of_warps = &fiber;
    });
  const Fiber* first = m_waiting ? m_at_barrier[0] : m_cluster_waiting ? m_at_cluster[0] : first_of_warps;
  m_products.for_each_waiting([&](const Fiber& fiber) {
    add(fiber.line, "wgmma.wait_group", fiber.thread);
    if (!first) first = &fiber;
  });
  for (unsigned thread = 0; thread < m_launch->threads; ++thread) {
    const Warp& warp = m_warps[thread / warp_lanes];
    if (!(warp.arrived >> thread % warp_lanes & 1)) continue;
    const LaneWait& lane = warp.lanes[thread % warp_lanes];
    add(lane.request->line, name_of(lane.request->operation), thread);
    if (!first) first = lane.fiber;
  }
  JudgeEmulatedFault fault = fault_of_thread(Fault::Kind::deadlock, first ? first->thread : 0, first ? first->code : nullptr);
  Note note(fault.note, sizeof fault.note);
  note.append("of the block's %u threads", m_launch->threads);
  for (std::size_t i = 0; i < used; ++i)
    note.append("%s %u %s at %s in line %d (the first is thread %u)", i ? "," : "", places[i].count,
                places[i].count == 1 ? "waits" : "wait", places[i].what, places[i].line, places[i].first_thread);
  if (const unsigned ended = m_launch->threads - m_live)
    note.append("%s %u %s left the kernel", used ? "," : "", ended, ended == 1 ? "has" : "have");
  report_fatal(fault);
}

void BlockRunner::report_divergence(unsigned thread, int line) {
  JudgeEmulatedFault fault = fault_of_thread(Fault::Kind::divergent_barrier, thread, m_current->code);
  Note note(fault.note, sizeof fault.note);
  note.append("thread %u waits at the barrier in line %d while thread %u waits at the one in line %d", thread, line,
              m_at_barrier[0]->thread, m_at_barrier[0]->line);
  report_fatal(fault);
}

// A GPU traps, too.
void BlockRunner::report_plain_launch(unsigned thread, int line, const void* code) {
  JudgeEmulatedFault fault = fault_of_thread(Fault::Kind::trap, thread, code);
  Note note(fault.note, sizeof fault.note);
  note.append("the barrier of the grid in line %d needs a cooperative launch: cudaLaunchCooperativeKernel()", line);
  report_fatal(fault);
}

/// What a split block did wrong, its threads did not do again on fibers.
void BlockRunner::report_what_went_wrong() {
  if (m_report_split) m_report_split();
  JudgeEmulatedFault fault = fault_here(Fault::Kind::deadlock);
  std::snprintf(fault.note, sizeof fault.note, "%s",
                "lanes of a warp wait in a loop for others that went on to the loop's next round");
  report_fatal(fault);
}

}  // namespace judge::emulated
