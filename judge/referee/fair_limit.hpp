#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace judge {

/// A limit on what a process does, from now on. Time in which a thread of it waited for a processor, because the machine is busy,
/// does not count, up to three times the limit.
class FairLimit {
 public:
  FairLimit(pid_t process, std::chrono::milliseconds limit);

  /// Zero or less: it is over. To be asked every now and then, 50 ms after the beginning at the latest.
  std::chrono::milliseconds left();

  /// What was not counted, in words; empty where it was little.
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
