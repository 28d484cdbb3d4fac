#include "judge/player/seen_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "judge/player/call_offset.hpp"

namespace judge {

constexpr std::size_t k_most_kept = 64;

void SeenMemory::begin_call() {
  const std::lock_guard lock(m_mutex);
  m_in_call = true;
  ++m_call;
  m_most_bytes = m_bytes;
  m_refused_bytes = m_refused_outside_bytes;  // what was refused then is missing in every call
}

void SeenMemory::end_call(protocol::Trace& trace) {
  const std::lock_guard lock(m_mutex);
  m_in_call = false;
  trace.allocated_bytes = m_most_bytes;
  trace.refused_bytes = m_refused_bytes;
  trace.kept_bytes = m_bytes;
  trace.kept = kept();
}

void SeenMemory::set_limit(std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  m_limit_bytes = bytes;
}

bool SeenMemory::may_allocate(std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  if (m_limit_bytes == 0 || m_bytes + bytes <= m_limit_bytes) return true;
  if (m_in_call) m_refused_bytes = std::max<std::uint64_t>(m_refused_bytes, bytes);
  else m_refused_outside_bytes = std::max<std::uint64_t>(m_refused_outside_bytes, bytes);
  return false;
}

void SeenMemory::refused(std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  m_refused_bytes = std::max<std::uint64_t>(m_refused_bytes, bytes);
}

std::uint64_t SeenMemory::refused_bytes() const { return m_refused_bytes; }

SeenMemory::Allocator SeenMemory::allocating(const char* function, const void* code) const {
  const std::lock_guard lock(m_mutex);
  return {.function = function, .code = code, .call = m_in_call ? m_call : 0};
}

void SeenMemory::allocated(const Allocator& by, void* pointer, std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  Allocation& allocation = m_allocations[pointer];  // is known already if the runtime's function called another one
  m_bytes += bytes - allocation.bytes;
  allocation = {.bytes = bytes, .by = by};
  m_most_bytes = std::max<std::uint64_t>(m_most_bytes, m_bytes);
}

void SeenMemory::freed(void* pointer) {
  const std::lock_guard lock(m_mutex);
  const auto found = m_allocations.find(pointer);
  if (found == m_allocations.end()) return;
  m_bytes -= found->second.bytes;
  m_allocations.erase(found);
}

// One for each place in the attempt that allocates.
std::vector<protocol::Kept> SeenMemory::kept() const {
  std::map<const void*, protocol::Kept> by_place;
  for (const auto& [pointer, allocation] : m_allocations) {
    if (allocation.by.call == 0) continue;
    auto& kept = by_place[allocation.by.code];
    kept.function = allocation.by.function;
    ++kept.count;
    kept.bytes += allocation.bytes;
  }
  std::vector<protocol::Kept> all;
  for (auto& [code, kept] : by_place) {
    if (all.size() == k_most_kept) break;
    kept.call_offset = offset_of_call(code);
    all.push_back(std::move(kept));
  }
  return all;
}

void SeenMemory::set_callers_memory(std::vector<CallersMemory> memory) {
  const std::lock_guard lock(m_mutex);
  m_callers_memory = std::move(memory);
}

void SeenMemory::set_buffer(const char* begin, std::size_t bytes) {
  const std::lock_guard lock(m_mutex);
  for (CallersMemory& memory : m_callers_memory) {
    if (begin < memory.begin || begin >= memory.begin + memory.bytes) continue;
    memory.buffer = begin;
    memory.buffer_bytes = bytes;
  }
}

const SeenMemory::CallersMemory* SeenMemory::find_callers_memory(const void* pointer) const {
  const auto holds = [at = static_cast<const char*>(pointer)](const CallersMemory& memory) {
    return at >= memory.begin && at < memory.begin + memory.bytes;
  };
  const auto found = std::ranges::find_if(m_callers_memory, holds);
  return found == m_callers_memory.end() ? nullptr : &*found;
}

std::string SeenMemory::parameter_at(const void* pointer) const {
  const std::lock_guard lock(m_mutex);
  const CallersMemory* const found = find_callers_memory(pointer);
  return found ? found->name : "";
}

void SeenMemory::registered(void* pointer) {
  const std::lock_guard lock(m_mutex);
  m_registered.insert(pointer);
}

void SeenMemory::unregistered(void* pointer) {
  const std::lock_guard lock(m_mutex);
  m_registered.erase(pointer);
}

std::vector<void*> SeenMemory::take_registered_callers_memory() {
  const std::lock_guard lock(m_mutex);
  std::vector<void*> taken;
  std::ranges::copy_if(m_registered, std::back_inserter(taken), [this](void* pointer) { return find_callers_memory(pointer); });
  for (void* pointer : taken) m_registered.erase(pointer);
  return taken;
}

PointedAt SeenMemory::pointed_at(const void* pointer) const {
  const std::lock_guard lock(m_mutex);
  const auto* const at = static_cast<const char*>(pointer);
  if (const CallersMemory* const found = find_callers_memory(pointer)) {
    const char* const begin = found->buffer ? found->buffer : found->begin;
    const std::size_t bytes = found->buffer ? found->buffer_bytes : found->bytes;
    if (at < begin || at > begin + bytes) return {.name = "memory outside " + found->name};
    return {.name = found->name, .bytes = bytes, .offset = static_cast<std::size_t>(at - begin)};
  }
  const auto found = find_allocation(pointer);
  if (found == m_allocations.end()) return {};
  const auto& [begin, allocation] = *found;
  return {.name = fmt::format("what {}() gave", allocation.by.function),
          .bytes = allocation.bytes,
          .offset = static_cast<std::size_t>(at - static_cast<const char*>(begin))};
}

std::map<void*, SeenMemory::Allocation>::const_iterator SeenMemory::find_allocation(const void* pointer) const {
  auto found = m_allocations.upper_bound(const_cast<void*>(pointer));
  if (found == m_allocations.begin()) return m_allocations.end();
  --found;
  const auto offset = static_cast<std::size_t>(static_cast<const char*>(pointer) - static_cast<const char*>(found->first));
  return offset <= found->second.bytes ? found : m_allocations.end();
}

std::optional<SeenMemory::Own> SeenMemory::allocation_at(const void* pointer) const {
  const std::lock_guard lock(m_mutex);
  const auto found = find_allocation(pointer);
  if (found == m_allocations.end()) return std::nullopt;
  return Own{static_cast<const char*>(found->first), found->second.bytes};
}

}  // namespace judge
