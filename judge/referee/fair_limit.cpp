#include "judge/referee/fair_limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace judge {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

namespace {

// What is done before is not slowed down by looking.
constexpr milliseconds k_first_look{25};
constexpr int k_most_times = 3;

}  // namespace

FairLimit::FairLimit(pid_t process, milliseconds limit, Clock::time_point start)
    : m_process(process), m_limit(limit), m_start(start) {}

milliseconds FairLimit::left() {
  const auto spent = std::chrono::duration_cast<milliseconds>(Clock::now() - m_start);
  if (!m_before && spent >= k_first_look) m_before = waits();
  if (m_before && spent >= m_limit) m_waited = std::min(waited(), k_most_times * m_limit);
  return m_limit + m_waited - spent;
}

std::string FairLimit::note() const {
  if (m_waited < m_limit / 10) return {};
  return fmt::format("the machine is busy: {:.3g} s more, in which it waited for a processor, were not counted",
                     std::chrono::duration<double>(m_waited).count());
}

// The second number in schedstat (proc(5)); without that nothing counts as waiting.
FairLimit::Waits FairLimit::waits() const {
  Waits waits;
  std::error_code error;
  for (const auto& thread : std::filesystem::directory_iterator(fmt::format("/proc/{}/task", m_process), error)) {
    std::ifstream schedstat(thread.path() / "schedstat");
    std::uint64_t ran_ns = 0, waited_ns = 0;
    if (schedstat >> ran_ns >> waited_ns) waits[thread.path().filename()] = waited_ns;
  }
  return waits;
}

// The thread that waited most: they wait side by side.
milliseconds FairLimit::waited() const {
  std::uint64_t most_ns = 0;
  for (const auto& [thread, ns] : waits()) {
    const auto before = m_before->find(thread);
    most_ns = std::max(most_ns, ns - (before == m_before->end() ? 0 : std::min(ns, before->second)));
  }
  return std::chrono::duration_cast<milliseconds>(std::chrono::nanoseconds(most_ns));
}

}  // namespace judge
