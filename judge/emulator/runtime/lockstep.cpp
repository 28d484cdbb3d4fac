#include "judge/emulator/runtime/lockstep.hpp"

#include <link.h>
#include <sched.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <condition_variable>
#include <map>
#include <mutex>

#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/worker.hpp"

namespace judge::emulated {

namespace {

constexpr std::uint64_t turns_between_yields = 4096;

/// Where an object that is loaded lies in memory.
struct Range {
  std::uintptr_t begin = 0, end = 0;
  bool holds(std::uintptr_t address) const { return address - begin < end - begin; }
  bool holds(const void* address) const { return holds(reinterpret_cast<std::uintptr_t>(address)); }
};

Range attempt;  // its library
std::uintptr_t library_base = 0;
[[gnu::tls_model("initial-exec")]] thread_local Range thread_locals;  // the attempt's, of the calling host thread

int find_library(dl_phdr_info* info, std::size_t, void* code) {
  Range found{~std::uintptr_t{0}, 0};
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD) continue;
    found.begin = std::min<std::uintptr_t>(found.begin, info->dlpi_addr + header.p_vaddr);
    found.end = std::max<std::uintptr_t>(found.end, info->dlpi_addr + header.p_vaddr + header.p_memsz);
  }
  if (found.end < found.begin || !found.holds(code)) return 0;
  attempt = found;
  library_base = info->dlpi_addr;
  return 1;
}

int find_own_thread_locals(dl_phdr_info* info, std::size_t, void*) {
  if (info->dlpi_addr != library_base || !info->dlpi_tls_data) return 0;
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
  std::array<Range, 4> regions{};
  unsigned next = 0;
};

/// Is it global memory? The loop over threads reads its arguments from other memory, when no thread runs.
bool is_global(std::uintptr_t address) {
  static thread_local KnownRegions known;
  if (attempt.holds(address)) return true;  // a __device__ variable
  if (const std::uint64_t now = Memory::instance().generation(); known.generation != now) known = {.generation = now};
  if (std::ranges::any_of(known.regions, [&](const Range& range) { return range.holds(address); })) return true;
  Region region;
  if (!Memory::instance().find(reinterpret_cast<const void*>(address), &region)) return false;
  const auto begin = reinterpret_cast<std::uintptr_t>(region.pages);
  known.regions[known.next++ % known.regions.size()] = {begin, begin + region.pages_size};
  return true;
}

/// Where a block is about to write to global memory waits a moment for a block of another host thread that is about to write to
/// the same address in the same place of the code: what both read before is then the same.
class Rendezvous {
 public:
  void wait(const LockstepAccess& access) {
    std::unique_lock lock(m_mutex);
    if (m_waiting.code == access.code && m_waiting.address == access.address && !m_have_met) {
      m_have_met = true;
      m_met.notify_one();
      return;
    }
    if (m_waiting.code || m_missed == often || m_missed_at[access.code] == often_in_one_place) return;
    m_waiting = access;
    m_have_met = false;
    if (!m_met.wait_for(lock, patience, [&] { return m_have_met; })) {
      ++m_missed;
      ++m_missed_at[access.code];
    }
    m_waiting = {};
  }

 private:
  static constexpr int often = 8, often_in_one_place = 3;
  static constexpr std::chrono::milliseconds patience{20};
  std::mutex m_mutex;
  std::condition_variable m_met;
  LockstepAccess m_waiting;
  bool m_have_met = false;
  int m_missed = 0;
  std::map<const void*, int> m_missed_at;
};

void write_with_another_block(const LockstepAccess& access) {
  static auto* rendezvous = new Rendezvous;  // never destroyed: threads may wait in it when the process ends
  rendezvous->wait(access);
}

template <class Visit>
void for_each_bit(unsigned mask, Visit visit) {
  for (; mask; mask &= mask - 1) visit(static_cast<unsigned>(std::countr_zero(mask)));
}

}  // namespace

// A frame begins with the caller's frame and the return address (x86-64 and aarch64 alike). The chain ends where the runtime
// called the attempt: what the runtime's functions keep in the frame's register is no frame.
CodePlace::CodePlace(const void* code, void* const* frame) {
  std::array<const void*, most_calls> inwards{};
  inwards[m_depth++] = code;
  for (void* const* at = frame; m_depth < most_calls && attempt.holds(at[1]); at = static_cast<void* const*>(*at))
    inwards[m_depth++] = at[1];
  std::reverse_copy(inwards.begin(), inwards.begin() + m_depth, m_calls.begin());
}

CodePlace::CodePlace(std::initializer_list<const void*> calls) : m_depth(static_cast<unsigned>(calls.size())) {
  std::ranges::copy(calls, m_calls.begin());
}

bool CodePlace::is_before(const CodePlace& other) const {
  return std::lexicographical_compare(m_calls.begin(), m_calls.begin() + m_depth, other.m_calls.begin(),
                                      other.m_calls.begin() + other.m_depth);
}

bool CodePlace::operator==(const CodePlace& other) const {
  return m_depth == other.m_depth && std::equal(m_calls.begin(), m_calls.begin() + m_depth, other.m_calls.begin());
}

void WaitDetector::access(const void* code, std::uintptr_t address) {
  const auto is_known = [&](const Access& known) { return known.code == code && known.address == address; };
  if (std::ranges::any_of(m_known, is_known)) {
    m_repeated = std::min(m_repeated + 1, often);
    return;
  }
  m_known[m_next++ % remembered] = {code, address};
  m_repeated = 0;
}

void Lockstep::start_block(unsigned threads) {
  m_warps = (threads + chip::warp_threads - 1) / chip::warp_threads;
  m_warp = m_parked = 0;
  m_masks.fill(0);
  for (unsigned thread = 0; thread < threads; ++thread) m_lanes[thread].waits.forget();
}

void Lockstep::park(unsigned thread, Fiber* fiber, const LockstepAccess& access) {
  Lane& lane = m_lanes[thread];
  lane.fiber = fiber;
  lane.place = CodePlace(access.code, access.frame);
  lane.writes = access.writes;
  lane.waits.access(access.code, access.address);
  m_masks[thread / chip::warp_threads] |= 1u << thread % chip::warp_threads;
  ++m_parked;
}

unsigned Lockstep::waiting_lanes(unsigned warp) const {
  unsigned waiting = 0;
  for_each_bit(m_masks[warp], [&](unsigned lane) {
    if (m_lanes[warp * chip::warp_threads + lane].waits.is_waiting()) waiting |= 1u << lane;
  });
  return waiting;
}

bool Lockstep::is_about_to_write(unsigned warp) const {
  const unsigned next = furthest_back(warp, m_masks[warp] & ~waiting_lanes(warp));
  return m_lanes[warp * chip::warp_threads + static_cast<unsigned>(std::countr_zero(next))].writes;
}

unsigned Lockstep::pick_warp() {
  if (writes_late)
    for (unsigned i = 0; i < m_warps; ++i) {
      const unsigned warp = (m_warp + i) % m_warps;
      if ((m_masks[warp] & ~waiting_lanes(warp)) && !is_about_to_write(warp)) return m_warp = warp;
    }
  for (unsigned i = 0; i < m_warps; ++i) {
    const unsigned warp = (m_warp + i) % m_warps;
    if (m_masks[warp] & ~waiting_lanes(warp)) return m_warp = warp;
  }
  // All only wait: for each other in turn, or for another block, which another host thread runs.
  if (++m_turn % turns_between_yields == 0) ::sched_yield();
  do m_warp = (m_warp + 1) % m_warps;
  while (m_masks[m_warp] == 0);
  return m_warp;
}

unsigned Lockstep::furthest_back(unsigned warp, unsigned among) const {
  const Lane* const lanes = &m_lanes[warp * chip::warp_threads];
  const Lane* first = nullptr;
  for_each_bit(among, [&](unsigned lane) {
    if (!first || lanes[lane].place.is_before(first->place)) first = &lanes[lane];
  });
  unsigned found = 0;
  for_each_bit(among, [&](unsigned lane) {
    if (lanes[lane].place == first->place) found |= 1u << lane;
  });
  return found;
}

// Of lanes that only wait, those that did not go on for the longest time, so that each gets its turn.
unsigned Lockstep::take(unsigned warp) {
  Lane* const lanes = &m_lanes[warp * chip::warp_threads];
  unsigned among = m_masks[warp] & ~waiting_lanes(warp);
  if (among == 0) {
    std::uint64_t oldest = m_turn;
    for_each_bit(m_masks[warp], [&](unsigned lane) { oldest = std::min(oldest, lanes[lane].taken); });
    for_each_bit(m_masks[warp], [&](unsigned lane) {
      if (lanes[lane].taken == oldest) among |= 1u << lane;
    });
  }
  const unsigned taken = furthest_back(warp, among);
  ++m_turn;
  for_each_bit(taken, [&](unsigned lane) { lanes[lane].taken = m_turn; });
  m_masks[warp] &= ~taken;
  m_parked -= static_cast<unsigned>(std::popcount(taken));
  return taken;
}

bool Lockstep::is_behind(unsigned warp, const void* code) const {
  bool all = true;
  for_each_bit(m_masks[warp], [&](unsigned lane) { all &= m_lanes[warp * chip::warp_threads + lane].place.access() >= code; });
  return all;
}

void Worker::access(const LockstepAccess& access) {
  const std::uintptr_t address = access.address;
  const Range stack{reinterpret_cast<std::uintptr_t>(m_current->stack_low),
                    reinterpret_cast<std::uintptr_t>(m_current->stack_high)};
  if (stack.holds(address) || is_thread_local(address)) return;
  SharedReport report;
  const bool is_shared = m_shared.describe(reinterpret_cast<const void*>(address), &report);
  if (!is_shared && !is_global(address)) return;
  unsigned index[3], block[3];
  m_launch->kernel->current_thread(index, block);
  const unsigned thread = index[0] + m_block.size[0] * (index[1] + m_block.size[1] * index[2]);
  started(thread);
  count_exits(thread);
  m_lockstep->park(thread, m_current, access);
  wait();
  if (writes_late && access.writes && !access.is_atomic && !is_shared) write_with_another_block(access);
  restore_thread(index);
}

// Lanes that ask who is active get their answer when those that come later are behind them in the code.
bool Worker::release_parked() {
  if (!m_lockstep || m_lockstep->is_empty()) return false;
  const unsigned index = m_lockstep->pick_warp();
  Warp& warp = m_warps[index];
  for (unsigned waiting = warp.arrived; waiting; waiting &= waiting - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(waiting));
    const auto& request = *warp.lanes[lane].request;
    if (request.operation == judge_emulated::WarpOperation::active_mask && m_lockstep->is_behind(index, request.code))
      return answer_active(warp, lane);
  }
  for_each_bit(m_lockstep->take(index),
               [&](unsigned lane) { make_ready(m_lockstep->fiber(index * chip::warp_threads + lane)); });
  return true;
}

void lockstep_access(const LockstepAccess& access) {
  if (Worker* const worker = Worker::running()) worker->access(access);
}

}  // namespace judge::emulated

extern "C" void judgeEmulatedStartLockstep(void (*restore)(const unsigned thread[3])) {
  ::dl_iterate_phdr(judge::emulated::find_library, __builtin_return_address(0));
  judge::emulated::restore_thread = restore;
}
