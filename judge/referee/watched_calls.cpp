#include "judge/referee/watched_calls.hpp"

#include <atomic>
#include <chrono>

namespace judge {

std::optional<double> WatchedCalls::watch(Bracket bracket, const std::function<bool()>& should_stop) {
  constexpr unsigned looks_between_questions = 1024;
  auto& page = *reinterpret_cast<ClockPage*>(m_page.data());
  const auto seen = [&](const auto& condition) {
    for (unsigned looks = 1; !condition(); ++looks)
      if (looks % looks_between_questions == 0 && should_stop()) return condition();
    return true;
  };
  if (!seen([&] { return page.queued == m_number && (bracket != Bracket::blocked || page.rested); })) return std::nullopt;
  const auto start = std::chrono::steady_clock::now();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  page.release = 1;
  if (!seen([&] { return page.done == m_number; })) return std::nullopt;
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace judge
