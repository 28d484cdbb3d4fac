#pragma once

#include <chrono>
#include <future>
#include <optional>

#include "judge/model/measurement.hpp"
#include "judge/runtime/nvml.hpp"
#include "judge/runtime/runtime.hpp"

namespace judge {

/// Reads the device's clocks beside timed calls, where NVML is there to tell; else every reading is zero. Querying costs the
/// device nothing and the host some tens of microseconds, so that calls in quick succession share a reading.
class ClockWatch {
 public:
  ClockWatch() = default;

  /// NVML is loaded on a thread of its own while others go on.
  static ClockWatch start(const Runtime& runtime, const Device& device);

  /// Not within a bracket. At most a few milliseconds old; 0 = not known.
  int sm_clock_mhz();

  /// Forgets what was read so far.
  void restart();

  /// Of the readings since restart(): the last one, and every reason that any gave for holding clocks back. Its
  /// sm_clock_mhz is the last one's too.
  DeviceState state();

 private:
  const Nvml* nvml();
  void read();

  std::future<std::optional<Nvml>> m_loading;
  std::optional<Nvml> m_nvml;
  std::chrono::steady_clock::time_point m_last_read;
  GpuState m_last;
  unsigned long long m_limits = 0;
};

}  // namespace judge
