#include "judge/passes/unannounced_calls.hpp"

#include <algorithm>

namespace judge {

bool UnannouncedCalls::is_due(std::size_t attempt) {
  constexpr std::size_t k_among_first = 4;
  Calls& calls = m_calls[attempt];
  if (calls.due == 0) calls.due = 1 + m_random() % k_among_first;
  if (++calls.seen < calls.due) return false;
  calls.due = calls.seen + 1 + m_random() % std::max<std::size_t>(k_among_first, calls.seen / 2);
  return true;
}

}  // namespace judge
