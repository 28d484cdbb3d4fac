// Device memory is memory of this process, so host code could use it. On a GPU it cannot: there it faults. While the
// memory is closed its pages may not be touched, but by the runtime's own work. What asks the kernel for them, such as
// read() or write(), gets EFAULT, as on a GPU. The rights of a page cost time to change, up to a microsecond: where a call
// of solve() goes from work to work with much memory, it is open for the rest of the call after a while.
#include <sys/mman.h>

#include <algorithm>
#include <mutex>

#include "judge/emulator/runtime/memory.hpp"
#include "judge/emulator/runtime/shared_arena.hpp"
#include "judge/runtime/emulated_extension.hpp"

namespace judge::emulated {

namespace {

/// What may be closed in one call of solve(), all times together.
constexpr std::size_t most_closed_bytes = 256 << 20;

/// Page-locked and managed memory is the host's, too.
bool is_devices_alone(const Region& region) { return region.kind == MemoryKind::device || region.kind == MemoryKind::opened; }

bool holds(const Region& region, const void* address) {
  const char* const at = static_cast<const char*>(address);
  return at >= region.map && at < region.map + region.map_size;
}

}  // namespace

// The pages of the window: others of the region are untouchable anyway.
void Memory::hide_locked(const Region& region) {
  if (!is_devices_alone(region) || region.window_bytes == 0) return;
  const auto first = reinterpret_cast<std::uintptr_t>(region.window) / page_bytes * page_bytes;
  const std::size_t size = round_up(reinterpret_cast<std::uintptr_t>(region.window_end()) - first, page_bytes);
  ::mprotect(reinterpret_cast<void*>(first), size, PROT_NONE);
}

void Memory::hide_all_locked() {
  std::size_t bytes = 0;
  for (const auto& [start, region] : m_regions)
    if (is_devices_alone(region)) bytes += region.window_bytes;
  if (bytes > m_bytes_to_close) return;
  m_bytes_to_close -= bytes;
  m_is_hidden = true;
  for (const auto& [start, region] : m_regions) hide_locked(region);
}

void Memory::show_all_locked() {
  if (!m_is_hidden) return;
  m_is_hidden = false;
  for (const auto& [start, region] : m_regions)
    if (is_devices_alone(region)) apply_window_locked(region);
}

void Memory::close_to_host(bool is_closed) {
  const std::lock_guard lock(m_lock);
  m_bytes_to_close = is_closed ? most_closed_bytes : 0;
  m_is_closed = is_closed;
  if (m_works > 0) return;
  show_all_locked();
  if (is_closed) hide_all_locked();
}

void Memory::work_begins() {
  const std::lock_guard lock(m_lock);
  if (m_works++ == 0) show_all_locked();
}

void Memory::work_ends() {
  const std::lock_guard lock(m_lock);
  if (--m_works == 0 && m_is_closed) hide_all_locked();
}

bool Memory::knows(const void* pointer) {
  const std::lock_guard lock(m_lock);
  if (is_in_gpu_space(pointer) || find_locked(pointer) != m_regions.end()) return true;
  return std::ranges::any_of(m_freed, [&](const Region& region) { return holds(region, pointer); });
}

bool Memory::is_of_device(const void* address) {
  if (is_in_gpu_space(address)) return true;
  if (!m_lock.try_lock_for_a_while()) return false;
  const std::lock_guard lock(m_lock, std::adopt_lock);
  for (const auto& [start, region] : m_regions)
    if (is_devices_alone(region) && holds(region, address)) return true;
  for (const Region& region : m_freed)
    if (is_devices_alone(region) && holds(region, address)) return true;
  return false;
}

}  // namespace judge::emulated

extern "C" void judgeEmulatedUseGpuLayout() {
  judge::emulated::Memory::instance().use_gpu_layout();
  judge::emulated::use_gpu_layout_of_shared_memory();
}

extern "C" void judgeEmulatedCloseToHost(int is_closed) { judge::emulated::Memory::instance().close_to_host(is_closed != 0); }
