// Is an access ordered with the other threads' accesses to the same memory?
#include <cstdio>
#include <cstring>

#include "judge/emulator/checker/checking.hpp"

namespace judge::emulated {

namespace {

bool is_same_thread(const Trace& a, const Trace& b) { return a.block == b.block && a.thread == b.thread; }
bool is_same_warp(const Trace& a, const Trace& b) {
  return a.block == b.block && a.thread / chip::warp_threads == b.thread / chip::warp_threads;
}

/// The last two threads that read are kept: one of them is another one than whoever writes next.
void remember_read(Cell& cell, const Trace& now) {
  if (is_same_thread(cell.reads[0], now) && cell.reads[0].time == now.time) {
    cell.reads[0].bytes |= now.bytes;
    return;
  }
  if (!is_same_thread(cell.reads[0], now)) cell.reads[1] = cell.reads[0];
  cell.reads[0] = now;
}

void remember_write(Cell& cell, const Trace& now) {
  const bool is_atomic = now.flags & Access::atomic, was_atomic = cell.write.flags & Access::atomic;
  if (!is_atomic) cell.plain_write = {};
  else if (!was_atomic && !(cell.write.flags & Access::is_volatile)) cell.plain_write = cell.write;
  const bool continues = is_same_thread(cell.write, now) && cell.write.time == now.time && is_atomic == was_atomic;
  const std::uint8_t before = continues ? cell.write.bytes : 0;
  cell.write = now;
  cell.write.bytes |= before;
}

}  // namespace

// Two atomics never race. A plain read beside an atomic write sees the old value or the new one, which is how loops around
// atomicCAS() begin. Volatile accesses order nothing, but a flag is one: a write and a read of one, and the write that gives a lock
// back which atomics take, are left alone, unless both are in shared memory and of one warp, where they stand for the old habit of
// leaving __syncwarp() out.
bool Checker::conflicts(const Trace& earlier, const Trace& now, Fault::Space space) const {
  const bool both_write = earlier.flags & now.flags & Access::write;
  const bool both_atomic = earlier.flags & now.flags & Access::atomic;
  if (both_atomic) return false;
  const bool both_volatile = earlier.flags & now.flags & Access::is_volatile;
  const bool volatile_and_atomic =
      ((earlier.flags | now.flags) & Access::atomic) && ((earlier.flags | now.flags) & Access::is_volatile);
  if (both_write) return !volatile_and_atomic || (space == Fault::Space::shared && is_same_warp(earlier, now));
  const std::uint8_t writer = earlier.flags & Access::write ? earlier.flags : now.flags;
  if (writer & Access::atomic) return false;
  const bool is_flag = both_volatile || volatile_and_atomic;
  return !is_flag || (space == Fault::Space::shared && is_same_warp(earlier, now));
}

void Checker::check_order(const Access& access, LazyArray<Cell>& cells, std::size_t offset, Fault::Space space,
                          HappensBefore::Time oldest) {
  if (space == Fault::Space::shared && (access.flags & (Access::atomic | Access::is_volatile))) hand_on(access);
  Trace now{.time = m_order.now(),
            .block = here->order.index,
            .code = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(access.code) - m_library),
            .thread = static_cast<std::uint16_t>(here->thread),
            .flags = access.flags};
  const bool watches_streams = space == Fault::Space::global && m_past.may_race_with_kernels();
  const Trace* found = nullptr;
  const auto tell_of_streams = [&](const Trace& earlier) {
    if (!watches_streams || found || !is_stream_race(earlier, now)) return;
    found = &earlier;
    const PastWork& work = *m_past.unordered_at(earlier.time);
    tell_stream_race(access, work.id, work.name, earlier.flags & Access::write, code_of(earlier));
  };
  for_each_cell(offset, access.bytes, [&](std::size_t index, std::uint8_t bytes) {
    Cell& cell = cells[index];
    now.bytes = bytes;
    const auto is_race = [&](const Trace& earlier) {
      return (earlier.bytes & bytes) && earlier.time >= oldest && !is_same_thread(earlier, now) &&
             conflicts(earlier, now, space) && !m_order.is_before(earlier, here->order, here->thread);
    };
    for (const Trace* write : {&cell.write, &cell.plain_write})
      if (!found && is_race(*write)) race(access, *(found = write), cell, space);
    if (access.writes())
      for (const Trace& read : cell.reads)
        if (!found && is_race(read)) race(access, *(found = &read), cell, space);
    tell_of_streams(cell.write);
    if (access.writes())
      for (const Trace& read : cell.reads) tell_of_streams(read);
    // Of one that does both, the write says it all: who comes behind the last atomic on a counter comes behind all of them.
    if (access.writes()) remember_write(cell, now);
    else remember_read(cell, now);
  });
}

// Do both threads read the place by the same instruction, and at least one of them writes it? A scan in place, s[t] += s[t - d],
// reads what it changes by another instruction than what it adds.
bool Checker::is_update(const Trace& now, const Trace& earlier, const Cell& cell) const {
  const auto read_of = [&](const Trace& thread) -> std::uint32_t {
    if (!(thread.flags & Access::write)) return thread.code;
    for (const Trace& read : cell.reads)
      if (read.time && is_same_thread(read, thread)) return read.code;
    return 0;
  };
  return read_of(now) != 0 && read_of(now) == read_of(earlier);
}

void Checker::race(const Access& access, const Trace& earlier, const Cell& cell, Fault::Space space) {
  const void* const other_code = code_of(earlier);
  const Trace now{.block = here->order.index,
                  .code = static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(access.code) - m_library),
                  .thread = static_cast<std::uint16_t>(here->thread),
                  .flags = access.flags};
  const bool in_one_warp = is_same_warp(earlier, now);
  if (m_findings.is_known(Fault::Kind::race, access.code, other_code, in_one_warp)) return;
  JudgeEmulatedFault fault = fault_of(access, Fault::Kind::race, space);
  set_other(fault, earlier, other_code);
  fault.in_one_warp = in_one_warp;
  fault.is_update = is_update(now, earlier, cell);
  if (in_one_warp && !fault.is_update)
    std::snprintf(fault.note, sizeof fault.note, "%s",
                  "both threads are in one warp: since Volta its lanes run in no fixed order");
  const bool both_write = access.writes() && (earlier.flags & Access::write) && !(access.flags & Access::atomic);
  if (!both_write || access.bytes > PendingWrite::largest_bytes) return m_findings.tell(fault);
  PendingWrite& pending = here->pending;
  pending.is_open = true;
  pending.address = access.address;
  pending.bytes = access.bytes;
  pending.fault = fault;
  std::memcpy(pending.before.data(), reinterpret_cast<const void*>(access.address), access.bytes);
}

void Checker::close_pending() {
  PendingWrite& pending = here->pending;
  if (!pending.is_open) return;
  pending.is_open = false;
  if (std::memcmp(pending.before.data(), reinterpret_cast<const void*>(pending.address), pending.bytes) != 0)
    m_findings.tell(pending.fault);
}

}  // namespace judge::emulated
