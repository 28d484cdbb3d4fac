#pragma once

#include <chrono>
#include <string>
#include <vector>

#include "judge/model/record.hpp"

namespace judge {

/// Where the time goes: each lap is booked on a stage, stages of one name together.
class StageClock {
 public:
  void lap(const std::string& stage) {
    const auto now = std::chrono::steady_clock::now();
    book(stage, std::chrono::duration<double>(now - m_last).count());
    m_last = now;
  }

  /// The next lap begins now.
  void restart() { m_last = std::chrono::steady_clock::now(); }

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
  std::chrono::steady_clock::time_point m_last = std::chrono::steady_clock::now();
  std::vector<StageTime> m_stages;
};

}  // namespace judge
