#pragma once

#include <chrono>
#include <future>
#include <optional>

#include "judge/model/measurement.hpp"
#include "judge/runtime/nvml.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Reads the device's clocks beside timed calls, where NVML is there to tell; else every reading is zero. Querying
/// costs the device nothing and the host some tens of microseconds, so that calls in quick succession share a reading.
class ClockWatch {
 public:
  ClockWatch() = default;

  /// NVML is loaded on a thread of its own while others go on.
  static ClockWatch start(const Runtime& runtime, const Device& device);

  /// Not within a bracket. At most a few milliseconds older than `now`; 0 = not known.
  int sm_clock_mhz(std::chrono::steady_clock::time_point now);

  /// Forgets what was read so far.
  void restart();

  /// How it is now, with every reason for holding clocks back that was given since restart().
  DeviceState state();

 private:
  const Nvml* nvml();

  std::future<std::optional<Nvml>> m_loading;
  std::optional<Nvml> m_nvml;
  std::chrono::steady_clock::time_point m_last_read;
  int m_sm_clock_mhz = 0;
  unsigned long long m_limits = 0;
};

}  // namespace judge
