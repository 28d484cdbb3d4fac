#include "judge/referee/watched_calls.hpp"

#include <atomic>
#include <chrono>
#include <utility>

namespace judge {

// The player does so, too; but what was said of the call before must not be taken for this one's.
std::uint32_t WatchedCalls::next() {
  auto& page = *reinterpret_cast<ClockPage*>(m_page.data());
  page.resident = 0;
  page.looked = 0;
  return ++m_number;
}

std::optional<WatchedCalls::Watched> WatchedCalls::watch(Bracket bracket, const std::function<bool()>& should_stop,
                                                         const Player::Watching& watching) {
  constexpr unsigned looks_between_questions = 1024;
  auto& page = *reinterpret_cast<ClockPage*>(m_page.data());
  Watched watched;
  const auto seen = [&](const auto& condition) {
    for (unsigned looks = 1; !condition(); ++looks)
      if (looks % looks_between_questions == 0 && should_stop()) return condition();
    return true;
  };
  const auto since_ns = [](std::chrono::steady_clock::time_point time) {
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - time).count();
  };
  if (bracket == Bracket::blocked) {
    if (!seen([&] { return page.resident != 0 || page.queued == m_number; })) return std::nullopt;
    const auto held = std::chrono::steady_clock::now();
    if (!seen([&] { return page.queued == m_number; })) return std::nullopt;
    watched.queueing_ns = since_ns(held);
    if (!seen([&] { return page.rested != 0; })) return std::nullopt;
  } else if (!seen([&] { return page.queued == m_number; })) {
    return std::nullopt;
  }
  const auto start = std::chrono::steady_clock::now();
  std::atomic_thread_fence(std::memory_order_seq_cst);
  page.release = std::to_underlying(watching.looks_for_early_work ? Release::all_but_one : Release::all);
  if (!seen([&] { return page.done == m_number; })) return std::nullopt;
  watched.ns = since_ns(start);
  watching.when_done();
  if (page.looked) watched.early_sum = page.early_sum;
  return watched;
}

}  // namespace judge
