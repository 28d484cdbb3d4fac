#include "judge/emulator/runtime/bulk_copies.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "judge/emulator/runtime/watcher.hpp"
#include "judge_emulated/abi.h"
#include "judge_emulated/mbarrier_word.h"

namespace judge::emulated {

namespace {

using judge_emulated::MbarrierWord;

void write(const BulkLoad& load) {
  if (load.is_written) return;
  const auto put = [&](char* to, const char* from, std::size_t bytes) {
    if (load.combine) load.combine(to, from, bytes);
    else std::memcpy(to, from, bytes);
  };
  if (watcher) watcher->copy_landed(load, LandedBy::a_barrier);
  if (load.swizzle == Swizzle::none) return put(load.to, load.data.data(), load.bytes);
  for (std::size_t at = 0; at < load.bytes; at += swizzle_atom_bytes)
    put(swizzled(load.to + at, load.swizzle), load.data.data() + at, std::min(swizzle_atom_bytes, load.bytes - at));
}

/// So many bytes have come. True: that ended the barrier's phase.
bool count_bytes(const void* barrier, std::size_t bytes) {
  auto* const word = static_cast<std::uint64_t*>(const_cast<void*>(barrier));
  MbarrierWord old{__atomic_load_n(word, __ATOMIC_SEQ_CST)}, next;
  bool ends = false;
  do {
    next = old.changed(0, 0, std::uint64_t{0} - bytes);
    ends = next.is_complete();
    if (!ends) continue;
    judgeEmulatedEndPhase(barrier);
    next = next.next_phase();
  } while (!__atomic_compare_exchange_n(word, &old.bits, next.bits, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
  return ends;
}

void tell_reads(const BulkStore& store) {
  if (!watcher) return;
  for (const BulkPiece& piece : store.pieces)
    watcher->copy_accesses({const_cast<char*>(piece.from), store.code, piece.bytes}, CopyAccess::reads);
}

}  // namespace

void BulkLoads::add(BulkLoad load) {
  const std::lock_guard lock(m_mutex);
  m_loads.push_back(std::move(load));
}

void BulkLoads::write_due(std::uint64_t now) {
  const std::lock_guard lock(m_mutex);
  for (BulkLoad& load : m_loads) {
    if (load.due > now) continue;
    write(load);
    load.is_written = true;
  }
}

bool BulkLoads::take(const void* barrier, BulkLoad* load) {
  const std::lock_guard lock(m_mutex);
  const auto found = std::ranges::find(m_loads, barrier, &BulkLoad::barrier);
  if (found == m_loads.end()) return false;
  *load = std::move(*found);
  m_loads.erase(found);
  return true;
}

void BulkLoads::land(const void* barrier) {
  for (BulkLoad load; take(barrier, &load);) {
    write(load);
    if (count_bytes(barrier, load.bytes)) return;
  }
}

void BulkLoads::clear() {
  if (m_loads.empty()) return;  // of each block that has none
  const std::lock_guard lock(m_mutex);
  m_loads.clear();
}

void read_source(BulkStore& store, FinishedBy by) {
  if (store.is_read) return;
  store.is_read = true;
  for (const BulkPiece& piece : store.pieces) store.data.insert(store.data.end(), piece.from, piece.from + piece.bytes);
  if (by == FinishedBy::its_thread) tell_reads(store);
}

void finish(BulkStore& store, FinishedBy by) {
  read_source(store, by);
  const char* from = store.data.data();
  for (const BulkPiece& piece : store.pieces) {
    if (store.combine) store.combine(piece.to, from, piece.bytes);
    else std::memcpy(piece.to, from, piece.bytes);
    from += piece.bytes;
  }
}

void BulkCopies::start_block() {
  loads.clear();
  stores.start_block();
}

}  // namespace judge::emulated
