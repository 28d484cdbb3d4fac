// A runner's side of lockstep: which accesses stop a thread, and which threads go on.
#include <link.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "judge/emulator/runtime/block_runner.hpp"
#include "judge/emulator/runtime/memory.hpp"

namespace judge::emulated {

namespace {

[[gnu::tls_model("initial-exec")]] thread_local AddressRange thread_locals;  // the attempt's, of the calling host thread

int find_own_thread_locals(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_addr != attempt_base() || !info->dlpi_tls_data) return 0;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    if (info->dlpi_phdr[i].p_type != PT_TLS) continue;
    const auto begin = reinterpret_cast<std::uintptr_t>(info->dlpi_tls_data);
    thread_locals = {begin, begin + info->dlpi_phdr[i].p_memsz};
  }
  return 1;
}

/// threadIdx and the like, which each host thread has for itself.
bool is_thread_local(std::uintptr_t address) {
  if (thread_locals.end == 0) ::dl_iterate_phdr(find_own_thread_locals, nullptr);
  return thread_locals.holds(address);
}

/// Allocations that this host thread's kernels used last.
struct KnownRegions {
  std::uint64_t generation = 0;
  std::array<AddressRange, 4> regions{};
  unsigned next = 0;
};

/// Is it global memory? The loop over threads reads its arguments from other memory, when no thread runs.
bool is_global(std::uintptr_t address) {
  static thread_local KnownRegions known;
  if (is_in_attempt(address)) return true;  // a __device__ variable
  if (const std::uint64_t now = Memory::instance().generation(); known.generation != now) known = {.generation = now};
  if (std::ranges::any_of(known.regions, [&](const AddressRange& range) { return range.holds(address); })) return true;
  Region region;
  if (!Memory::instance().find(reinterpret_cast<const void*>(address), &region)) return false;
  const auto begin = reinterpret_cast<std::uintptr_t>(region.pages);
  known.regions[known.next++ % known.regions.size()] = {begin, begin + region.pages_size};
  return true;
}

}  // namespace

void BlockRunner::access(const LockstepAccess& access) {
  const std::uintptr_t address = access.address;
  const AddressRange stack{reinterpret_cast<std::uintptr_t>(m_current->stack_low),
                           reinterpret_cast<std::uintptr_t>(m_current->stack_high)};
  if (stack.holds(address) || is_thread_local(address)) return;
  SharedReport report;
  const auto* const pointer = reinterpret_cast<const void*>(address);
  const bool is_shared = m_shared.describe(pointer, &report) || (m_cluster && arena_of(pointer));
  if (!is_shared && !is_global(address)) return;
  unsigned index[3], block[3];
  m_launch->kernel->current_thread(index, block);
  const unsigned thread = index[0] + m_block.size[0] * (index[1] + m_block.size[1] * index[2]);
  started(thread);
  count_exits(thread);
  LockstepAccess parked = access;
  parked.is_of_variable = !is_shared && is_in_attempt(address);
  parked.is_of_buffer = !is_shared && !parked.is_of_variable;
  m_lockstep->park(thread, m_current, parked);
  wait();
  if (m_launch->write_meeting && !is_shared) meet_other_writers(access);
  restore_thread(index);
}

// Of lanes that go on together the first waits for all.
void BlockRunner::meet_other_writers(const LockstepAccess& access) {
  constexpr unsigned known = 4096;
  m_read.resize(known);
  const std::uintptr_t word = access.address / sizeof(int);
  std::uintptr_t& read = m_read[word % known];
  if (access.writes && !access.is_atomic_update && read == word &&
      std::exchange(m_met_turn, m_lockstep->turn()) != m_lockstep->turn())
    m_launch->write_meeting->meet(access.code);
  if (access.reads) read = word;
}

// Lanes that ask who is active get their answer when those that come later are behind them in the code. Before any warp goes on: a warp
// that only asks has no parked lane whose turn would come.
bool BlockRunner::answer_active_in_lockstep() {
  const unsigned warps = (m_launch->threads + chip::warp_threads - 1) / chip::warp_threads;
  for (unsigned index = 0; index < warps; ++index) {
    Warp& warp = m_warps[index];
    for (unsigned waiting = warp.arrived; waiting; waiting &= waiting - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(waiting));
      const auto& request = *warp.lanes[lane].request;
      if (request.operation == judge_emulated::WarpOperation::active_mask && m_lockstep->is_behind(index, request.code))
        return answer_active(warp, lane);
    }
  }
  return false;
}

bool BlockRunner::release_parked() {
  if (!m_lockstep || m_lockstep->is_empty()) return false;
  if (answer_active_in_lockstep()) return true;
  const unsigned index = m_lockstep->pick_warp();
  if (m_launch->grid_barrier && skew.is_by_clocks())
    m_launch->grid_barrier->keep_pace(linear_block(), m_lockstep->time_of(index));
  if (m_launch->pace) {
    m_pace_time = m_pace_begin + m_lockstep->time_of(index);
    m_launch->pace->keep(m_pace_runner, m_pace_time);
  }
  if (copies_land_early) {
    m_copies.land_due(m_lockstep->time_of(index));
    m_bulk.loads.write_due(m_lockstep->time_of(index));
  }
  for_each_bit(m_lockstep->take(index),
               [&](unsigned lane) { make_ready(m_lockstep->fiber(index * chip::warp_threads + lane)); });
  return true;
}

std::uint64_t BlockRunner::due_time(unsigned thread) const {
  constexpr std::uint64_t accesses_of_a_copy =
      12;  // of each warp of a full multiprocessor, in the time of a copy from global memory
  return m_lockstep ? m_lockstep->time_of(thread / chip::warp_threads) + accesses_of_a_copy * Skew::access_time : 0;
}

void lockstep_function() {
  if (BlockRunner* const runner = BlockRunner::running()) runner->called_function();
}

void lockstep_access(const LockstepAccess& access) {
  if (BlockRunner* const runner = BlockRunner::running()) runner->access(access);
}

}  // namespace judge::emulated
