#include "judge/emulator/runtime/async_copies.hpp"

#include <algorithm>
#include <cstring>

namespace judge::emulated {

void AsyncCopies::start_block() {
  m_groups.start_block();
  m_held.clear();
  m_next_due = AsyncCopy::never;
}

void AsyncCopies::add(unsigned index, const AsyncCopy& copy) {
  m_groups.add(index, copy);
  m_next_due = std::min(m_next_due, copy.due);
}

void AsyncCopies::land_due(std::uint64_t now) {
  if (now < m_next_due) return;
  m_next_due = AsyncCopy::never;
  m_groups.visit_all([&](AsyncCopy& copy) {
    if (copy.has_landed) return;
    if (copy.due > now) {
      m_next_due = std::min(m_next_due, copy.due);
      return;
    }
    std::memcpy(copy.to, copy.data.data(), copy.bytes);
    copy.has_landed = true;
  });
}

void AsyncCopies::hold_barrier(unsigned index, const void* barrier) {
  if (!m_groups.has_any(index)) return;
  const std::uint64_t last = m_groups.last_of(index);
  if (!m_held.empty() && m_held.back().barrier == barrier && m_held.back().thread == index) m_held.back().last = last;
  else m_held.push_back({barrier, index, last});
}

}  // namespace judge::emulated
