#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "judge/model/arithmetic.hpp"
#include "judge/util/described.hpp"

namespace judge {

// Every description here is of a kept format (model/record_json.hpp): what is added to one is a Form::optional field.

/// The ways to time a call, from the most exact one. Persisted.
enum class Bracket : int {
  none = 0,
  blocked = 1,     ///< events on a stream that a spin kernel blocks until all work is queued
  host_paced = 2,  ///< events around a solve() that synchronises in the middle: launch gaps are inside
  host_clock = 3,  ///< the host's clock to the end of a device-wide synchronisation (emulated runtime, buffers in host memory)
};

constexpr auto names_of(Bracket) {
  return named<Bracket>({{Bracket::none, "none"},
                         {Bracket::blocked, "blocked"},
                         {Bracket::host_paced, "host-paced"},
                         {Bracket::host_clock, "host-clock"}});
}

/// One timed call.
struct Sample {
  double device_ns = 0;    ///< the ranked time, minus the empty bracket
  double wall_ns = 0;      ///< host clock from before solve() to the end of a device-wide synchronisation; 0 = not taken
  int sm_clock_mhz = 0;    ///< 0 = not read
  bool throttled = false;  ///< taken at a clock below the run's own

  static constexpr auto fields() {
    return field_list(field("device_ns", &Sample::device_ns), field("wall_ns", &Sample::wall_ns),
                      field("sm_clock_mhz", &Sample::sm_clock_mhz), field("throttled", &Sample::throttled));
  }
};

/// A median with the order-statistic interval of the median, nanoseconds.
struct Summary {
  double median_ns = 0;
  double low_ns = 0, high_ns = 0;  ///< 95% interval of the median
  double p10_ns = 0, p90_ns = 0;
  std::int64_t count = 0;

  /// (p90 - p10) / median, a ratio.
  double spread() const { return median_ns > 0 ? (p90_ns - p10_ns) / median_ns : 0; }

  static constexpr auto fields() {
    return field_list(field("median_ns", &Summary::median_ns), field("low_ns", &Summary::low_ns),
                      field("high_ns", &Summary::high_ns), field("p10_ns", &Summary::p10_ns), field("p90_ns", &Summary::p90_ns),
                      field("count", &Summary::count));
  }
};

/// The device's state during the samples. Zeros and empty if not read.
struct DeviceState {
  int sm_clock_mhz = 0;  ///< reached in a tenth of the samples
  int memory_clock_mhz = 0;
  int temperature_c = 0;
  double power_w = 0;
  std::string clock_limits;  ///< reasons for lower clocks: "power cap, thermal slowdown"

  static constexpr auto fields() {
    return field_list(field("sm_clock_mhz", &DeviceState::sm_clock_mhz),
                      field("memory_clock_mhz", &DeviceState::memory_clock_mhz),
                      field("temperature_c", &DeviceState::temperature_c), field("power_w", &DeviceState::power_w),
                      field("clock_limits", &DeviceState::clock_limits));
  }
};

/// One kernel, copy or memset of a call, timed between two events of its own.
struct Operation {
  std::string what;  ///< the kernel's name, demangled, or the runtime function
  bool is_kernel = false;
  std::array<unsigned, 3> grid{}, block{};  ///< of a kernel
  int registers = 0;                        ///< per thread; 0 = not known
  std::uint64_t shared_bytes = 0;           ///< per block, static and dynamic
  std::uint64_t bytes = 0;                  ///< of a copy or a memset
  int stream = 0;                           ///< 0 = the default stream, others in the order of first use
  int count = 1;                            ///< of equal operations in this entry; the times are their sums
  double gap_ns = 0;                        ///< since the operation before it on its stream; 0 for the first
  double duration_ns = 0;                   ///< minus the empty bracket

  static constexpr auto fields() {
    return field_list(field("what", &Operation::what), field("kernel", &Operation::is_kernel), field("grid", &Operation::grid),
                      field("block", &Operation::block), field("registers", &Operation::registers),
                      field("shared_bytes", &Operation::shared_bytes), field("bytes", &Operation::bytes),
                      field("stream", &Operation::stream), field<Form::optional>("count", &Operation::count),
                      field("gap_ns", &Operation::gap_ns), field("duration_ns", &Operation::duration_ns));
  }
};

struct Measurement {
  std::string case_name;
  Bracket bracket = Bracket::none;
  std::vector<Sample> samples;  ///< raw, in the order taken
  Summary device, wall;
  double empty_bracket_ns = 0;  ///< subtracted from the samples; for several processes, the mean
  int processes = 1;            ///< that took the samples in turn
  double work_bytes = 0, work_flops = 0;
  Arithmetic arithmetic = Arithmetic::fp32;  ///< of work_flops
  DeviceState device_state;
  double unreported_ns = 0;  ///< of a call: seen by the referee's clock, not reported by the attempt's process; noise around 0
  bool played_back = false;  ///< timed in processes that hold none of the attempt's host code
  std::string not_played_back;        ///< why not, if that was tried
  std::vector<Operation> operations;  ///< of one call, each the median of several calls; empty unless requested
  std::string note;                   ///< "host-bound", "throttled", why the bracket is not the most exact one

  static constexpr auto fields() {
    using enum Form;
    return field_list(field("case", &Measurement::case_name), field("bracket", &Measurement::bracket),
                      field<columns>("samples", &Measurement::samples), field("device", &Measurement::device),
                      field("wall", &Measurement::wall), field("empty_bracket_ns", &Measurement::empty_bracket_ns),
                      field<optional>("processes", &Measurement::processes), field("work_bytes", &Measurement::work_bytes),
                      field("work_flops", &Measurement::work_flops), field<optional>("arithmetic", &Measurement::arithmetic),
                      field<optional>("device_state", &Measurement::device_state),
                      field<optional>("unreported_ns", &Measurement::unreported_ns),
                      field<optional>("played_back", &Measurement::played_back),
                      field<optional>("not_played_back", &Measurement::not_played_back),
                      field<optional>("pieces", &Measurement::operations), field("note", &Measurement::note));
  }
};

}  // namespace judge
