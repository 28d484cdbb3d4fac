#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace judge {

/// A time limit for a process, from `start` on. Time in which one of its threads waited for a CPU does not count, up to three times
/// the limit.
class FairLimit {
 public:
  FairLimit(pid_t process, std::chrono::milliseconds limit,
            std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now());

  /// Remaining time; zero or less: it is over. Call it repeatedly, the first time within 25 ms.
  std::chrono::milliseconds left();

  /// The time that was not counted, as text; empty if it was short.
  std::string note() const;

 private:
  using Waits = std::map<std::string, std::uint64_t>;  // in ns, by thread
  Waits waits() const;
  std::chrono::milliseconds waited() const;

  pid_t m_process;
  std::chrono::milliseconds m_limit, m_waited{0};
  std::chrono::steady_clock::time_point m_start;
  std::optional<Waits> m_before;
};

}  // namespace judge
