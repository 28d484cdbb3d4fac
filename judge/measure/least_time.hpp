#pragma once

#include <optional>

#include "judge/model/measurement.hpp"
#include "judge/model/peak_rates.hpp"

namespace judge {

/// The least work of a task, from its problem.json. 0 = not given.
struct Work {
  double bytes = 0;  ///< to and from device memory
  double flops = 0;
  Arithmetic arithmetic = Arithmetic::fp32;  ///< of the flops
};

Work work_of(const Measurement& timing);

/// The time of the work at the device's peak rates, nanoseconds: the larger one of its traffic and its arithmetic (the roofline
/// model: Williams, Waterman, Patterson, CACM 52(4), 2009). 0 if neither is known.
double least_time_ns(const Work& work, const PeakRates& peaks);

/// least_time_ns() / time, in percent; empty if either is unknown. More than 100 is possible: caches save memory traffic, and
/// tensor cores exceed the fp32 peak.
std::optional<double> percent_of_peak(double median_ns, const Work& work, const PeakRates& peaks);

/// The same for a measurement. Empty for times by the host's clock: they include copies over the bus, or are CPU times, and the
/// peak rates are those of device memory and multiprocessors.
std::optional<double> percent_of_peak(const Measurement& timing, const PeakRates& peaks);

/// Which times are impossible, and not only close to the peak.
struct ImpossibleTimeRule {
  /// The size of the device's L2. Up to this much of the inputs may be in it before the call, and up to this much of the outputs
  /// may still be in it when the clock stops.
  double cache_bytes = 0;
  /// Share of the time that the remaining traffic takes at the peak rate, which is itself a measurement.
  double peak_share = 0.7;
  /// Assumed: no L2 moves data more than this many times as fast as its device memory.
  double cache_speedup = 8;
  /// Error of the device time, after the empty bracket was subtracted.
  double clock_error_ns = 600;
};

/// Below this time the work cannot have been done between the two events, nanoseconds; 0 if nothing is known:
///   max(peak_share * (bytes - 2 * cache_bytes) / bandwidth,  bytes / (cache_speedup * bandwidth)) - clock_error.
/// Only traffic counts. Arithmetic does not reject: tensor cores reach more than 30 times the fp32 peak, and an algorithm may need
/// fewer operations than the problem's author assumed; the bytes must cross the chip in any case. Not for the emulated runtime,
/// since a CPU's caches have no such bounds.
double shortest_possible_ns(const Work& work, const PeakRates& peaks, const ImpossibleTimeRule& allowance);

/// True if the time is below shortest_possible_ns().
bool is_impossible(double median_ns, const Work& work, const PeakRates& peaks, const ImpossibleTimeRule& allowance);

}  // namespace judge
