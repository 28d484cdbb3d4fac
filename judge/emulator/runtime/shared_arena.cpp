#include "judge/emulator/runtime/shared_arena.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <mutex>
#include <new>
#include <unordered_map>
#include <vector>

#include "judge_emulated/abi.h"
#include "judge/emulator/runtime/chip.hpp"
#include "judge/emulator/runtime/memory.hpp"

namespace judge::emulated {

namespace {

/// The places of all __shared__ variables: the same in every worker's arena.
struct Layout {
  struct Slot {
    std::size_t first_page, size;    // whole pages, followed by one that may not be touched
  };
  std::mutex mutex;
  std::vector<Slot> slots;
  std::vector<SharedVariable> variables;
  std::unordered_map<const void*, std::size_t> bytes_of_kernel;
  std::size_t size = page_bytes;     // the first page is a guard, too
};

Layout& layout() {
  static auto* the_layout = new Layout;
  return *the_layout;
}

constexpr std::size_t dynamic_pages_size = round_up(chip::shared_bytes_per_block_optin, page_bytes);

char* map_untouchable(std::size_t size) {
  void* map = ::mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (map == MAP_FAILED) throw std::bad_alloc();
  return static_cast<char*>(map);
}

}  // namespace

std::size_t static_shared_bytes(const void* kernel) {
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  const auto found = all.bytes_of_kernel.find(kernel);
  return found == all.bytes_of_kernel.end() ? 0 : found->second;
}

std::vector<SharedVariable> shared_variables() {
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  return all.variables;
}

void SharedArena::prepare() {
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  if (m_statics_size == all.size) return;
  if (m_statics) ::munmap(m_statics, m_statics_size);
  m_statics_size = all.size;
  m_statics = map_untouchable(m_statics_size);
  for (const auto& slot : all.slots) ::mprotect(m_statics + slot.first_page, slot.size, PROT_READ | PROT_WRITE);
}

char* SharedArena::dynamic(std::size_t bytes) {
  if (!m_dynamic) {
    m_dynamic = map_untouchable(dynamic_pages_size + 2 * guard_bytes);
    ::mprotect(m_dynamic + guard_bytes, dynamic_pages_size, PROT_READ | PROT_WRITE);
  }
  return m_dynamic + guard_bytes + dynamic_pages_size - round_up(bytes, granularity_bytes);
}

const char* SharedArena::describe(const void* address, std::size_t dynamic_bytes) const {
  const char* const at = static_cast<const char*>(address);
  if (m_statics && at >= m_statics && at < m_statics + m_statics_size)
    return "beside a __shared__ array, in the memory between it and the next";
  if (m_dynamic && at >= m_dynamic && at < m_dynamic + dynamic_pages_size + 2 * guard_bytes)
    return dynamic_bytes ? "outside the dynamic shared memory that the launch asked for"
                         : "in dynamic shared memory, of which the launch asked for none";
  return nullptr;
}

SharedArena::~SharedArena() {
  if (m_statics) ::munmap(m_statics, m_statics_size);
  if (m_dynamic) ::munmap(m_dynamic, dynamic_pages_size + 2 * guard_bytes);
}

}  // namespace judge::emulated

extern "C" std::size_t judgeEmulatedReserveShared(std::size_t bytes, std::size_t alignment, const void* kernel) {
  using namespace judge::emulated;
  Layout& all = layout();
  const std::lock_guard lock(all.mutex);
  const std::size_t pages_size = round_up(bytes, page_bytes);
  const std::size_t to = alignment > granularity_bytes ? alignment : granularity_bytes;
  const std::size_t offset = all.size + pages_size - round_up(bytes, to);
  all.slots.push_back({all.size, pages_size});
  all.variables.push_back({offset, bytes});
  if (kernel) all.bytes_of_kernel[kernel] += bytes;
  all.size += pages_size + page_bytes;
  return offset;
}
