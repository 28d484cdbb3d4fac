#pragma once

#include <cstddef>
#include <optional>

#include "judge/model/ceilings.hpp"
#include "judge/model/measurement.hpp"

namespace judge {

/// What a task needs at least, as its problem says it. 0 = not said.
struct Work {
  double bytes = 0;  ///< to and from device memory
  double flops = 0;
};

/// The time that the work takes at the device's measured ceilings, nanoseconds: the larger of its traffic and its
/// arithmetic (the roofline model: Williams, Waterman, Patterson, CACM 52(4), 2009). 0 where neither is known.
double floor_ns(const Work& work, const Ceilings& ceilings);

/// Floor / time, in percent; nothing where either is unknown. More than 100 is possible and honest: caches keep traffic
/// from memory, tensor cores pass the fp32 ceiling.
std::optional<double> percent_of_limit(double median_ns, const Work& work, const Ceilings& ceilings);

/// The same of a measurement. Nothing for one by the host's clock: such a time holds copies over the bus, or was taken on a
/// CPU, and the ceilings are those of device memory and multiprocessors.
std::optional<double> percent_of_limit(const Measurement& timing, const Ceilings& ceilings);

/// What separates "close to the limit" from "cannot have happened".
struct FloorAllowance {
  /// The device's L2. Up to as much of the inputs may lie there already, and up to as much of the outputs may still lie
  /// there when the clock stops.
  double cache_bytes = 0;
  /// Of the time that the remaining traffic takes at the ceiling, which is itself a measurement.
  double ceiling_share = 0.7;
  /// No L2 moves data more than this many times as fast as its device memory.
  double cache_speedup = 8;
  /// Of the device time itself: what an empty bracket taken off leaves uncertain.
  double clock_error_ns = 600;
};

/// A time under which the work cannot have been done between the two events, nanoseconds; 0 where nothing is known:
///   max(ceiling_share * (bytes - 2 * cache_bytes) / bandwidth,  bytes / (cache_speedup * bandwidth)) - clock_error.
/// Only traffic counts. Arithmetic does not reject: tensor cores do 30 times and more of what the fp32 ceiling says,
/// and an algorithm may need fewer operations than the problem's author thought of; bytes have to cross the chip either
/// way. Not for the emulated runtime, where a CPU's caches know no such bounds.
double hard_floor_ns(const Work& work, const Ceilings& ceilings, const FloorAllowance& allowance);

/// Is this time too good to be true?
bool below_floor(double median_ns, const Work& work, const Ceilings& ceilings, const FloorAllowance& allowance);

}  // namespace judge
