#include "judge/emulator/runtime/lockstep.hpp"

#include <link.h>
#include <sched.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "judge/emulator/runtime/mixed_bits.hpp"

namespace judge::emulated {

namespace {

constexpr std::uint64_t turns_between_yields = 4096;

AddressRange attempt;  // its library
std::uintptr_t library_base = 0;

int find_library(dl_phdr_info* info, std::size_t, void* code) {
  AddressRange found{~std::uintptr_t{0}, 0};
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

}  // namespace

bool is_in_attempt(std::uintptr_t address) { return attempt.holds(address); }
std::uintptr_t attempt_base() { return library_base; }

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

unsigned Skew::share(unsigned index, unsigned warps) const {
  constexpr unsigned whole = 256;
  if (ahead == Ahead::nobody || warps < 2) return 0;
  if (ahead == Ahead::even_warps) return index % 2 * whole;
  return whole * (ahead == Ahead::low_warps ? index : warps - 1 - index) / (warps - 1);
}

// A bit is set behind half of the barriers, so of two warps each starts behind the other sooner or later.
std::uint32_t Skew::late_warps(std::uint64_t block, unsigned barrier) const {
  if (late == Late::nobody) return 0;
  const auto some = static_cast<std::uint32_t>(mixed_bits(block * 0x9e3779b97f4a7c15u + barrier + 1) >> 32);
  return late == Late::some_warps ? some : ~some;
}

void Lockstep::start_block(unsigned threads, std::uint64_t block) {
  m_block = block;
  m_barriers = 0;
  m_warps = (threads + chip::warp_threads - 1) / chip::warp_threads;
  m_warp = m_parked = 0;
  m_masks.fill(0);
  barrier_released();
  grid_released();
}

void Lockstep::grid_released() {
  m_elapsed = 0;
  for (unsigned thread = 0; thread < m_warps * chip::warp_threads; ++thread) m_lanes[thread].waits.forget();
}

void Lockstep::barrier_released() {
  m_elapsed += std::ranges::max(m_clocks, {}, &Clock::time).time;
  m_clocks.fill({});
  start_late_warps();
  for (unsigned thread = 0; thread < m_warps * chip::warp_threads; ++thread) m_lanes[thread].is_fresh = true;
}

void Lockstep::start_late_warps() {
  for_each_bit(skew.late_warps(m_block, m_barriers++), [&](unsigned warp) { m_clocks[warp].time = Skew::late_start; });
}

void Lockstep::lanes_met(unsigned warp) {
  if (skew.late != Skew::Late::nobody) m_clocks[warp].time += Skew::shuffle_time;
}

void Lockstep::park(unsigned thread, Fiber* fiber, const LockstepAccess& access) {
  Lane& lane = m_lanes[thread];
  lane.fiber = fiber;
  lane.place = CodePlace(access.code, access.frame);
  lane.writes = access.writes;
  lane.reads_global = !access.writes && access.is_of_buffer;
  lane.reads_shared = !access.writes && !access.is_of_buffer && !access.is_of_variable;
  lane.reads_variable = !access.writes && access.is_of_variable;
  lane.waits.access(access.code, access.address);
  unsigned& computes = m_clocks[thread / chip::warp_threads].computes;
  computes = std::max(computes, std::exchange(fiber->functions, 0) * Skew::function_time);
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

// A load stops nobody: the first write behind it is what may have to wait for its value. Only once between two barriers, as delays of
// several loads overlap.
unsigned Lockstep::pick_by_clocks() {
  for (;;) {
    unsigned next = m_warps;
    for (unsigned warp = 0; warp < m_warps; ++warp) {
      if ((m_masks[warp] & ~waiting_lanes(warp)) == 0) continue;
      if (next == m_warps || m_clocks[warp].time < m_clocks[next].time) next = warp;
    }
    if (next == m_warps) return next;
    Clock& clock = m_clocks[next];
    if (skew.late != Skew::Late::nobody) {
      if (clock.computes != 0) {
        clock.time += std::exchange(clock.computes, 0);
        continue;
      }
      if (!is_about_to_write(next) || !waits_for_reads(clock)) return next;
      continue;
    }
    if (!skew.far || !clock.has_read_global || clock.was_delayed || !is_about_to_write(next)) return next;
    clock.was_delayed = true;
    clock.time += std::uint64_t{Skew::load_delay} * skew.share(next, m_warps) / 256;
  }
}

// Adds the time that a write of this warp waits.
bool Lockstep::waits_for_reads(Clock& clock) {
  if (!clock.has_read_global && !clock.has_read_shared) return false;
  clock.time += clock.has_read_global ? Skew::global_latency : Skew::shared_latency;
  clock.has_read_global = clock.has_read_shared = false;
  return true;
}

unsigned Lockstep::pick_warp() {
  if (skew.is_by_clocks())
    if (const unsigned warp = pick_by_clocks(); warp != m_warps) return m_warp = warp;
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

unsigned Lockstep::fresh_lanes(unsigned warp) const {
  unsigned fresh = 0;
  for_each_bit(m_masks[warp], [&](unsigned lane) {
    if (m_lanes[warp * chip::warp_threads + lane].is_fresh) fresh |= 1u << lane;
  });
  return fresh;
}

// Lanes leave a barrier together. If the compiler made two copies of the code behind it, they do not know that they are in one place:
// the first access of all of them counts once. Where a __shared__ array lies is read from a variable: that takes no time.
void Lockstep::advance(unsigned warp, unsigned taken) {
  Lane* const lanes = &m_lanes[warp * chip::warp_threads];
  if (lanes[std::countr_zero(taken)].reads_variable) return;
  for_each_bit(taken, [&](unsigned lane) { lanes[lane].is_fresh = false; });
  Clock& clock = m_clocks[warp];
  clock.has_read_global |= lanes[std::countr_zero(taken)].reads_global;
  clock.has_read_shared |= lanes[std::countr_zero(taken)].reads_shared;
  if ((fresh_lanes(warp) & ~taken) != 0) return;
  clock.time +=
      skew.late != Skew::Late::nobody ? Skew::issue_time : Skew::access_time + Skew::drift * skew.share(warp, m_warps) / 256;
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
  if (skew.is_by_clocks())
    if (const unsigned fresh = among & fresh_lanes(warp)) among = fresh;
  const unsigned taken = furthest_back(warp, among);
  ++m_turn;
  if (skew.is_by_clocks()) advance(warp, taken);
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

}  // namespace judge::emulated

extern "C" void judgeEmulatedStartLockstep(void (*restore)(const unsigned thread[3])) {
  ::dl_iterate_phdr(judge::emulated::find_library, __builtin_return_address(0));
  judge::emulated::restore_thread = restore;
}
