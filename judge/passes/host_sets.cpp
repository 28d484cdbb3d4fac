#include "judge/passes/host_sets.hpp"

#include <algorithm>

namespace judge {

namespace {

constexpr std::size_t k_small_bytes = 512 << 20;

std::size_t bytes_of(const HostSets::Set& set) {
  std::size_t bytes = 0;
  for (const HostMemory& memory : set) bytes += memory.span().size();
  return bytes;
}

HostSets::Set set_for(const Case& test) {
  HostSets::Set set(test.arguments.size());
  for (std::size_t i = 0; i < set.size(); ++i)
    if (const auto* buffer = std::get_if<BufferArgument>(&test.arguments[i])) set[i] = HostMemory(buffer->bytes());
  return set;
}

}  // namespace

// Best effort: where no memory can be locked, copies take longer.
void HostSets::lock(const Set& set) {
  if (m_runtime->kind != RuntimeKind::cuda) return;
  for (const HostMemory& memory : set)
    if (memory.data() && m_runtime->cuda.cudaHostRegister(memory.pages().data(), memory.pages().size(), 0))
      m_runtime->cuda.cudaGetLastError();
}

void HostSets::drop() {
  if (!m_sets.empty() && m_runtime->kind == RuntimeKind::cuda)
    for (const HostMemory& memory : m_sets.front())
      if (memory.data() && m_runtime->cuda.cudaHostUnregister(memory.pages().data()))
        m_runtime->cuda.cudaGetLastError();  // it could not be locked
  m_sets.clear();
}

HostSets::Set& HostSets::keep(std::size_t index, Set set) {
  drop();
  m_index = index;
  lock(set);
  return m_sets.emplace_back(std::move(set));
}

std::span<HostSets::Set> HostSets::of(std::size_t index, const Case& test, std::size_t count) {
  if (m_sets.empty() || m_index != index) keep(index, set_for(test));
  while (m_sets.size() < count) m_sets.push_back(set_for(test));
  return std::span(m_sets).first(count);
}

void HostSets::trim() {
  if (m_sets.empty()) return;
  const std::size_t most = k_small_bytes / std::max<std::size_t>(bytes_of(m_sets.front()), 1);
  if (m_sets.size() > std::max<std::size_t>(most, 1)) m_sets.resize(std::max<std::size_t>(most, 1));
}

}  // namespace judge
