#pragma once

#include <future>
#include <optional>
#include <vector>

#include "judge/ledger/ledger.hpp"
#include "judge/measure/least_time.hpp"
#include "judge/model/peak_rates.hpp"
#include "judge/passes/timing.hpp"

namespace judge {

/// Measures the device's peak rates: the best of several copy, add and read kernels over buffers far larger than
/// its L2, of the driver's own copy, and a kernel of fused multiply-adds; medians of event times. Without the date. `library` is
/// peak_rates.cu as built for the runtime. Takes some 0.1 s on an idle device. Errors: too little memory is
/// free, a kernel fails.
Result<PeakRates> measure_peak_rates(const Runtime& runtime, const std::filesystem::path& library, int multiprocessors);

/// The peak rates of a setting's device: from the ledger, or measured once and kept there. The emulated runtime has none.
class DevicePeaks {
 public:
  /// Reads the ledger; if it has no peak rates, starts the build of the kernels that measure them. Both must outlive this.
  static Result<DevicePeaks> prepare(const Setting& setting, Ledger& ledger);

  /// True on a GPU whose peak rates are not known yet.
  bool have_to_be_measured() const { return !m_known && m_setting->runtime.kind == RuntimeKind::cuda; }
  /// Measures if necessary; the device should be idle. Errors: as improve().
  Result<void> find_out();
  const std::optional<PeakRates>& known() const { return m_known; }

  /// Measures again and keeps the higher value of each rate: a rate that was measured on a shared device is too low.
  /// Errors: those of measure_peak_rates(), which change nothing; the ledger does not take them, and they are known all the same.
  Result<void> improve();

 private:
  DevicePeaks(const Setting& setting, Ledger& ledger) : m_setting(&setting), m_ledger(&ledger) {}
  void start_build();

  const Setting* m_setting;
  Ledger* m_ledger;
  std::optional<PeakRates> m_known;
  std::future<Result<BuildResult>> m_build;
};

/// The verdict for an impossible time; empty for all other times, and for times by the host's clock.
std::optional<Verdict> impossible_time_verdict(const Measurement& measurement, const PeakRates& peaks,
                                               const ImpossibleTimeRule& allowance);

/// Gives attempts with an impossible time on this case that verdict and removes them from `timed`. Before it rejects an attempt,
/// it measures the peak rates again, alone on the device; where that fails, what is known decides, and the observer is told. Errors:
/// interrupted.
Result<void> reject_impossible_times(const Setting& setting, std::vector<Timed>& attempts, TimedCase& timed, DevicePeaks& peaks,
                                     DeviceAccess& device, Observer& observer);

}  // namespace judge
