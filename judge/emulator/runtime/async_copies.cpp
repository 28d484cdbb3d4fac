#include "judge/emulator/runtime/async_copies.hpp"

namespace judge::emulated {

void AsyncCopies::start_block() {
  m_groups.start_block();
  m_held.clear();
}

void AsyncCopies::hold_barrier(unsigned index, const void* barrier) {
  if (!m_groups.has_any(index)) return;
  const std::uint64_t last = m_groups.last_of(index);
  if (!m_held.empty() && m_held.back().barrier == barrier && m_held.back().thread == index) m_held.back().last = last;
  else m_held.push_back({barrier, index, last});
}

}  // namespace judge::emulated
