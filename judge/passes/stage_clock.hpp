#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "judge/model/record.hpp"

namespace judge {

/// Where the time goes: each lap is booked on a stage, stages of one name together.
class StageClock {
 public:
  using Now = std::function<std::chrono::steady_clock::time_point()>;
  explicit StageClock(Now now = std::chrono::steady_clock::now) : m_now(std::move(now)), m_last(m_now()) {}

  void lap(const std::string& stage) {
    const auto now = m_now();
    book(stage, std::chrono::duration<double>(now - m_last).count());
    m_last = now;
  }

  /// The next lap begins now.
  void restart() { m_last = m_now(); }

  void book(const std::string& stage, double seconds) {
    for (auto& entry : m_stages)
      if (entry.stage == stage) {
        entry.seconds += seconds;
        return;
      }
    m_stages.push_back({stage, seconds});
  }

  const std::vector<StageTime>& stages() const { return m_stages; }

 private:
  Now m_now;
  std::chrono::steady_clock::time_point m_last;
  std::vector<StageTime> m_stages;
};

}  // namespace judge
