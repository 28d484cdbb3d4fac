#include "judge/emulator/runtime/fiber.hpp"

#include <sys/mman.h>

#include <atomic>
#include <cstdint>
#include <new>

#include "judge/emulator/runtime/guard_budget.hpp"
#include "judge/emulator/runtime/memory.hpp"

namespace judge::emulated {

namespace {

// As much as a thread of a GPU may have of local memory (512 KiB), and room for the frames of the emulator. Untouched
// pages cost nothing.
constexpr std::size_t stack_bytes = 576 << 10;
constexpr std::size_t slot_bytes = stack_bytes + page_bytes;
constexpr std::size_t fibers_per_arena = 32;
std::atomic<std::size_t> guards;
[[maybe_unused]] constexpr std::size_t saved_registers_bytes = 160;  // on aarch64

// Equal frames of many fibers must not all lie in the same cache sets.
std::size_t colour_bytes(std::size_t index) { return index % 64 * 320 % page_bytes; }

}  // namespace

void FiberPool::grow() {
  void* arena = ::mmap(nullptr, fibers_per_arena * slot_bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (arena == MAP_FAILED) throw std::bad_alloc();
  m_arenas.push_back(static_cast<char*>(arena));
  const bool is_guarded = guards.fetch_add(fibers_per_arena) < most_fiber_guards;
  for (std::size_t i = fibers_per_arena; i-- > 0;) {
    char* const slot = static_cast<char*>(arena) + i * slot_bytes;
    if (is_guarded) ::mprotect(slot, page_bytes, PROT_NONE);
    auto* fiber = new Fiber;
    fiber->stack_low = slot + page_bytes;
    fiber->stack_high = slot + slot_bytes - colour_bytes(m_fibers.size());
    m_fibers.push_back(fiber);
    m_free.push_back(fiber);
  }
}

Fiber* FiberPool::take(void (*entry)()) {
  if (m_free.empty()) grow();
  Fiber* const fiber = m_free.back();
  m_free.pop_back();
  auto* top = reinterpret_cast<void**>(reinterpret_cast<std::uintptr_t>(fiber->stack_high) & ~std::uintptr_t{15});
#if defined(__x86_64__)
  *--top = nullptr;  // entry() finds the stack as after a call
  *--top = reinterpret_cast<void*>(entry);
  fiber->stack_pointer = static_cast<void*>(top - 6);
#else
  top -= saved_registers_bytes / sizeof(void*);
  top[11] = reinterpret_cast<void*>(entry);  // x30
  fiber->stack_pointer = static_cast<void*>(top);
#endif
  return fiber;
}

bool FiberPool::is_stack_guard(const Fiber& fiber, const void* address) {
  const char* const at = static_cast<const char*>(address);
  return at < fiber.stack_low && at >= fiber.stack_low - page_bytes;
}

FiberPool::~FiberPool() {
  for (char* arena : m_arenas) ::munmap(arena, fibers_per_arena * slot_bytes);
  for (Fiber* fiber : m_fibers) delete fiber;
}

}  // namespace judge::emulated
