#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace judge {

/// How a solve() could be timed, from the most exact. Persisted.
enum class Bracket : int {
  none = 0,
  blocked = 1,      ///< events on a stream that a spin kernel holds until all is queued
  host_paced = 2,   ///< events around a solve() that synchronises in the middle: launch gaps are inside
  host_clock = 3,   ///< the host's clock to the end of a device-wide synchronisation (emulated runtime, buffers in host memory)
};

constexpr const char* name_of(Bracket bracket) {
  switch (bracket) {
    case Bracket::none: return "none";
    case Bracket::blocked: return "blocked";
    case Bracket::host_paced: return "host-paced";
    case Bracket::host_clock: return "host-clock";
  }
  return "?";
}

/// One timed call.
struct Sample {
  double device_ns = 0;      ///< what is ranked, the empty bracket already taken off
  double wall_ns = 0;        ///< host clock from before solve() to the end of a device-wide synchronisation; 0 = not taken
  int sm_clock_mhz = 0;      ///< 0 = not read
  bool throttled = false;    ///< taken at a clock below the run's own
};

/// A median with the order-statistic interval of the median, nanoseconds.
struct Summary {
  double median_ns = 0;
  double low_ns = 0, high_ns = 0;   ///< 95% interval of the median
  double p10_ns = 0, p90_ns = 0;
  std::int64_t count = 0;

  /// (p90 - p10) / median, a ratio.
  double spread() const { return median_ns > 0 ? (p90_ns - p10_ns) / median_ns : 0; }
};

/// What the device said of itself beside the samples. Zeros and empty where nothing was read.
struct DeviceState {
  int sm_clock_mhz = 0;             ///< that the run reached in a tenth of its samples
  int memory_clock_mhz = 0;
  int temperature_c = 0;
  double power_w = 0;
  std::string clock_limits;         ///< what held clocks back at any time: "power cap, thermal slowdown"
};

/// One kernel, copy or set of a call, timed between two events of its own.
struct Piece {
  std::string what;                         ///< the kernel's name, demangled, or the runtime function
  bool is_kernel = false;
  std::array<unsigned, 3> grid{}, block{};  ///< of a kernel
  int registers = 0;                        ///< a thread's; 0 = not known
  std::uint64_t shared_bytes = 0;           ///< a block's, static and dynamic
  std::uint64_t bytes = 0;                  ///< of a copy or a set
  int stream = 0;                           ///< 0 = the default one, the others by the order of their use
  double gap_ns = 0;                        ///< since the piece before it on its stream; 0 for the first
  double duration_ns = 0;                   ///< the empty bracket taken off
};

struct Measurement {
  std::string case_name;
  Bracket bracket = Bracket::none;
  std::vector<Sample> samples;      ///< raw, in the order taken
  Summary device, wall;
  double empty_bracket_ns = 0;      ///< taken off the samples; of several processes, the mean
  int processes = 1;                ///< that took the samples in turn
  double work_bytes = 0, work_flops = 0;
  DeviceState device_state;
  std::vector<Piece> pieces;        ///< of one call, each the median of several such; empty unless asked for
  std::string note;                 ///< "host-bound", "throttled", why the bracket is not the most exact one
};

}  // namespace judge
