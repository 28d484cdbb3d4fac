// Device memory is memory of this process, so host code could use it. On a GPU it cannot: there it faults. While the memory is
// closed, its pages are elsewhere, at an address that nobody is told, and come back for the runtime's own work. In their place are
// the pages of an empty file, the decoy:
//
//     faults    not to be touched: host code faults there, and what asks the kernel for them, such as read() or write(), gets EFAULT
//     decoys    like any memory: who touches one is not stopped, but from then on the file has a page
//
// So who gives itself rights to its arguments' pages has the decoy's, whose zeros are no inputs, and is seen. Pages move by whole tables of
// 2 MiB where there are any: some 10 us a buffer, of any size. Where a call of solve() goes from work to work very often, it stays open for
// the rest of the call.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <mutex>
#include <vector>

#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/shared_arena.hpp"
#include "judge/runtime/emulated_extension.hpp"

namespace judge::emulated {

namespace {

/// Moves in one call of solve(): of one buffer each, there and back.
constexpr std::size_t most_moves = 8192;
constexpr std::size_t decoy_bytes = std::size_t{1} << 60;  // of a file that has no pages
constexpr std::size_t table_bytes = 2 << 20;               // whose pages move at once

/// Page-locked and managed memory is the host's, too.
bool is_devices_alone(const Region& region) { return region.kind == MemoryKind::device || region.kind == MemoryKind::opened; }

/// Reserves as many bytes at an address that is not known before, and lies in its table where `pages` lie in theirs.
char* reserve_somewhere(const char* pages, std::size_t bytes) {
  constexpr std::uintptr_t places = std::uintptr_t{1} << 46;
  for (int tries = 0; tries < 16; ++tries) {
    std::uintptr_t chance = 0;
    if (::getrandom(&chance, sizeof chance, 0) != sizeof chance) break;
    const std::uintptr_t at =
        (chance % places / table_bytes + 1) * table_bytes + reinterpret_cast<std::uintptr_t>(pages) % table_bytes;
    void* const map = ::mmap(reinterpret_cast<void*>(at), bytes, PROT_NONE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (map != MAP_FAILED) return static_cast<char*>(map);
  }
  void* const map = ::mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return map == MAP_FAILED ? nullptr : static_cast<char*>(map);
}

/// In halves where the attempt's own mprotect() or madvise() has made several mappings of it.
void move_pages(char* from, char* to, std::size_t bytes) {
  if (::mremap(from, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to || bytes <= page_bytes) return;
  const std::size_t half = round_up(bytes / 2, page_bytes);
  move_pages(from, to, half);
  move_pages(from + half, to + half, bytes - half);
}

std::atomic<bool> is_gate_taken = false;

}  // namespace

// The pages of the windows: others of a region are untouchable anyway. Windows that lie as on a GPU share pages.
std::vector<Memory::Away> Memory::pages_to_hide_locked() const {
  std::vector<Away> all;
  for (const auto& [start, region] : m_regions) {
    if (!is_devices_alone(region) || region.window_bytes == 0) continue;
    char* const first = page_of(region.window);
    char* const last = page_of(region.window_end() - 1) + page_bytes;
    Away* const before = all.empty() ? nullptr : &all.back();
    if (before && first < before->pages + before->bytes)
      before->bytes = std::max(before->bytes, static_cast<std::size_t>(last - before->pages));
    else all.push_back({.pages = first, .bytes = static_cast<std::size_t>(last - first)});
  }
  return all;
}

void Memory::hide_all_locked() {
  auto all = pages_to_hide_locked();
  if (all.size() > m_moves_left) return;
  m_moves_left -= all.size();
  for (Away& away : all) {
    away.place = reserve_somewhere(away.pages, away.bytes);
    if (!away.place) continue;
    move_pages(away.pages, away.place, away.bytes);
    const int rights = m_access == HostAccess::decoys ? PROT_READ | PROT_WRITE : PROT_NONE;
    if (::mmap(away.pages, away.bytes, rights, MAP_SHARED | MAP_FIXED, m_decoy, static_cast<off_t>(m_decoy_used)) ==
        MAP_FAILED) {
      drop_pages(away.pages, away.bytes);
      note_touched_locked(away.pages);
    }
    away.decoy = m_decoy_used;
    m_decoy_used += away.bytes;
    m_away.push_back(away);
  }
}

// The attempt can close the file, or put another one in its place.
bool Memory::has_its_decoy_locked() const {
  struct stat status;
  return ::fstat(m_decoy, &status) == 0 && status.st_dev == m_decoy_device && status.st_ino == m_decoy_inode;
}

// What lay in the file before was found, and the attempt is not called again.
void Memory::show_all_locked() {
  if (m_away.empty()) return;
  if (!has_its_decoy_locked()) note_touched_locked(m_away.front().pages);
  const off_t touched = ::lseek(m_decoy, static_cast<off_t>(m_away.front().decoy), SEEK_DATA);
  for (const Away& away : m_away) {
    const auto offset = static_cast<std::size_t>(touched) - away.decoy;
    if (touched >= 0 && offset < away.bytes) note_touched_locked(away.pages + offset);
    move_pages(away.place, away.pages, away.bytes);
  }
  m_away.clear();
}

void Memory::note_touched_locked(const char* page) {
  if (m_touched[0]) return;
  const char* name = "device memory";
  for (const auto& [start, region] : m_regions)
    if (is_devices_alone(region) && page_of(region.window) <= page && page < region.window_end() && region.name[0])
      name = region.name;
  std::snprintf(m_touched, sizeof m_touched, "%s", name);
}

const char* Memory::set_host_access(HostAccess access) {
  const std::lock_guard lock(m_lock);
  const bool is_open = access == HostAccess::open || m_decoy < 0;
  m_moves_left = is_open ? 0 : most_moves;
  if (m_works == 0) show_all_locked();
  m_access = is_open ? HostAccess::open : access;
  if (!is_open) m_touched[0] = 0;
  if (m_works == 0 && !is_open) hide_all_locked();
  return m_touched[0] ? m_touched : nullptr;
}

void Memory::prepare_decoy() {
  const std::lock_guard lock(m_lock);
  m_decoy = ::memfd_create("judge-decoy", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (m_decoy < 0) return;
  struct stat status {};
  ::fstat(m_decoy, &status);
  m_decoy_device = status.st_dev;
  m_decoy_inode = status.st_ino;
  if (::ftruncate(m_decoy, decoy_bytes) == 0 && ::fcntl(m_decoy, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) == 0)
    return;
  ::close(m_decoy);
  m_decoy = -1;
}

void Memory::work_begins() {
  const std::lock_guard lock(m_lock);
  if (m_works++ == 0) show_all_locked();
}

void Memory::work_ends() {
  const std::lock_guard lock(m_lock);
  if (--m_works == 0 && m_access != HostAccess::open) hide_all_locked();
}

bool Memory::knows(const void* pointer) {
  const std::lock_guard lock(m_lock);
  if (is_in_gpu_space(pointer) || find_locked(pointer) != m_regions.end()) return true;
  return std::ranges::any_of(m_freed, [&](const Region& region) { return region.holds(pointer); });
}

bool Memory::is_of_device(const void* address) {
  if (is_in_gpu_space(address)) return true;
  if (!m_lock.try_lock_for_a_while()) return false;
  const std::lock_guard lock(m_lock, std::adopt_lock);
  for (const auto& [start, region] : m_regions)
    if (is_devices_alone(region) && region.holds(address)) return true;
  for (const Region& region : m_freed)
    if (is_devices_alone(region) && region.holds(address)) return true;
  return false;
}

static const char* gate(JudgeEmulatedHostAccess access) {
  return Memory::instance().set_host_access(static_cast<HostAccess>(access));
}

}  // namespace judge::emulated

extern "C" void judgeEmulatedUseGpuLayout() {
  judge::emulated::Memory::instance().use_gpu_layout();
  judge::emulated::use_gpu_layout_of_shared_memory();
}

extern "C" JudgeEmulatedGate judgeEmulatedTakeGate() {
  if (judge::emulated::is_gate_taken.exchange(true)) return nullptr;
  judge::emulated::Memory::instance().prepare_decoy();
  return judge::emulated::gate;
}
