// Windows: the part of an allocation that an argument of solve() lies in. Those in pageable memory are hidden from kernels.
#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <mutex>

#include "judge/emulator/runtime/memory.hpp"
#include "judge/runtime/emulated_extension.hpp"

namespace judge::emulated {

static void protect(char* begin, char* end, int rights) {
  if (begin < end) ::mprotect(begin, static_cast<std::size_t>(end - begin), rights);
}

// As on a GPU, what lies beside a caller's buffer can be written to: the referee's red zones there show it.
void Memory::apply_window_locked(const Region& region) {
  constexpr std::ptrdiff_t red_zone_bytes = guard_bytes;
  const bool has_red_zones = m_is_gpu_layout && region.kind == MemoryKind::opened;
  char* const end = region.pages + region.pages_size;
  char* const first = page_of(region.window);
  char* const last = region.pages + round_up(static_cast<std::size_t>(region.window_end() - region.pages), page_bytes);
  char* const open_from = !has_red_zones ? first
                          : region.window - region.pages <= red_zone_bytes
                              ? region.pages
                              : page_of(region.window - red_zone_bytes) + page_bytes;
  char* const open_to = !has_red_zones                                ? last
                        : end - region.window_end() <= red_zone_bytes ? end
                                                                      : page_of(region.window_end() + red_zone_bytes);
  protect(region.pages, open_from, PROT_NONE);
  protect(open_from, first, PROT_READ | PROT_WRITE);
  protect(first, last, region.read_only ? PROT_READ : PROT_READ | PROT_WRITE);
  protect(last, open_to, PROT_READ | PROT_WRITE);
  protect(std::max(last, open_to), end, PROT_NONE);
}

cudaError_t Memory::set_window(void* pointer, std::size_t bytes, int flags, const char* name) {
  const OpenMemory open;
  const std::lock_guard lock(m_lock);
  const auto found = find_locked(pointer);
  if (found == m_regions.end()) return cudaErrorInvalidValue;
  Region& region = found->second;
  char* const begin = static_cast<char*>(pointer);
  if (begin < region.begin || bytes > static_cast<std::size_t>(region.pages + region.pages_size - begin))
    return cudaErrorInvalidValue;
  // In a file, the bytes outside the window survive what forgive() lays over them.
  if (!share_locked(region)) return cudaErrorMemoryAllocation;
  restore_poisoned_locked(region);
  region.window = begin;
  region.window_bytes = bytes;
  region.read_only = (flags & judge_emulated_read_only) != 0;
  region.holds_input = (flags & judge_emulated_holds_input) != 0;
  region.is_pageable = (flags & judge_emulated_pageable) != 0;
  if (region.is_pageable) m_has_pageable = true;
  region.version = ++m_generation;
  std::snprintf(region.name, sizeof region.name, "%s", name ? name : "");
  apply_window_locked(region);
  return cudaSuccess;
}

void Memory::kernels_start(bool (*is_locked)(const void* window, std::size_t bytes)) {
  if (!m_has_pageable) return;
  // One kernel after the other must not keep a host thread from ever getting on.
  constexpr timespec turn_of_host{0, 1'000'000};
  if (m_host_waited.exchange(false)) ::nanosleep(&turn_of_host, nullptr);
  const std::lock_guard lock(m_lock);
  if (m_running_kernels++ > 0) return;
  ++m_times_hidden;
  for (const auto& [start, region] : m_regions)
    if (region.is_pageable && !is_locked(region.window, region.window_bytes))
      ::mprotect(region.pages, region.pages_size, PROT_NONE);
}

void Memory::kernels_end() {
  if (!m_has_pageable) return;
  const std::lock_guard lock(m_lock);
  if (m_running_kernels == 1)
    for (const auto& [start, region] : m_regions)
      if (region.is_pageable) apply_window_locked(region);
  --m_running_kernels;  // last: whoever waits for it finds the windows open
}

bool Memory::is_pageable(const void* pointer) {
  Region region;
  return m_has_pageable && find(pointer, &region) && region.is_pageable;
}

bool Memory::wait_for_kernels(const void* address, bool is_write) {
  AddressReport report;
  if (!m_has_pageable || !describe(address, &report) || !report.in_window || !report.nearest.is_pageable) return false;
  if (is_write && report.nearest.read_only) return false;
  // Where nothing was hidden since this thread last came back from here, the pages are gone for another reason.
  static thread_local std::uint64_t last_time = 0;
  const bool was_hidden = m_running_kernels > 0 || last_time != m_times_hidden;
  while (m_running_kernels > 0) {
    const timespec nap{0, 20'000};
    ::nanosleep(&nap, nullptr);
  }
  last_time = m_times_hidden;
  m_host_waited = true;
  return was_hidden;
}

}  // namespace judge::emulated
