#include "judge/emulator/runtime/lockstep.hpp"

#include <link.h>
#include <sched.h>

#include <algorithm>
#include <bit>

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

}  // namespace judge::emulated

extern "C" void judgeEmulatedStartLockstep(void (*restore)(const unsigned thread[3])) {
  ::dl_iterate_phdr(judge::emulated::find_library, __builtin_return_address(0));
  judge::emulated::restore_thread = restore;
}
