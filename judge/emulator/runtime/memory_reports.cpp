// What a signal handler asks about an address, and does about it.
#include <sys/mman.h>

#include <cstring>
#include <mutex>

#include "judge/emulator/runtime/memory.hpp"

namespace judge::emulated {

void Memory::restore_poisoned_locked(const Region& region) {
  std::erase_if(m_poisoned, [&](const Poisoned& poisoned) {
    if (!region.holds(poisoned.page)) return false;
    if (::mremap(poisoned.original, page_bytes, page_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, poisoned.page) == MAP_FAILED)
      drop_pages(poisoned.page, page_bytes);
    return true;
  });
}

/// Does a GPU let an access at `at`, in or beside an allocation, pass? Only of what cudaMalloc() and its like gave.
bool Memory::passes_on_gpu(const Region& region, const char* at) const {
  constexpr std::ptrdiff_t mapping_bytes = 2 << 20;
  if (region.name[0] || region.kind == MemoryKind::opened) return false;
  if (region.gpu_address) return m_gpu_heap.is_mapped(region.gpu_address + static_cast<std::uintptr_t>(at - region.begin));
  return at - region.begin >= 0 && at - region.begin < static_cast<std::ptrdiff_t>(round_up(region.bytes, mapping_bytes));
}

bool Memory::is_aligned_on_gpu(const void* pointer, std::size_t alignment) {
  Region region;
  if (!find(pointer, &region)) return false;
  const auto* const at = static_cast<const char*>(pointer);
  if (region.gpu_address && !region.name[0])
    return (region.gpu_address + static_cast<std::uintptr_t>(at - region.begin)) % alignment == 0;
  return region.name[0] && alignment <= gpu_argument_alignment &&
         (at - region.window) % static_cast<std::ptrdiff_t>(alignment) == 0;
}

bool Memory::describe(const void* address, AddressReport* report) {
  if (!m_lock.try_lock_for_a_while()) return false;
  const std::lock_guard lock(m_lock, std::adopt_lock);
  const char* const at = static_cast<const char*>(address);
  std::size_t best = SIZE_MAX;
  for (const auto& [start, region] : m_regions) {
    const char* const end = region.window + round_up(region.window_bytes, granularity_bytes);
    const std::size_t distance = at < region.window ? static_cast<std::size_t>(region.window - at)
                                 : at >= end        ? static_cast<std::size_t>(at - end)
                                                    : 0;
    if (at >= region.map && at < region.map + region.map_size) {
      report->in_region = report->has_nearest = true;
      report->nearest = region;
      report->in_window = at >= region.window && at < end;
      const bool is_own = !region.name[0];
      report->passes_on_gpu = passes_on_gpu(region, at);
      report->forgivable = !report->in_window && (is_own ? report->passes_on_gpu : distance < guard_bytes);
      return true;
    }
    if (distance < best) {
      best = distance;
      report->nearest = region;
      report->has_nearest = true;
    }
  }
  for (const Region& region : m_freed) {
    if (at < region.begin || at >= region.end()) continue;
    report->is_freed = report->has_nearest = true;
    report->passes_on_gpu = region.gpu_address && passes_on_gpu(region, at);
    report->nearest = region;
  }
  return true;
}

bool Memory::forgive(const void* address) {
  if (!m_lock.try_lock_for_a_while()) return false;
  const std::lock_guard lock(m_lock, std::adopt_lock);
  char* const page = page_of(address);
  if (m_poisoned.size() == m_poisoned.capacity()) return false;
  void* const original = ::mmap(nullptr, page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (original == MAP_FAILED || ::mremap(page, page_bytes, page_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, original) == MAP_FAILED ||
      ::mmap(page, page_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
    return false;
  std::memset(page, 0xff, page_bytes);
  ::mprotect(page, page_bytes, PROT_READ);
  m_poisoned.push_back({page, original});
  return true;
}

}  // namespace judge::emulated
