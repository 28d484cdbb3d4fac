#pragma once

#include <future>
#include <optional>
#include <vector>

#include "judge/judging/timing.hpp"
#include "judge/ledger/ledger.hpp"
#include "judge/measure/floor.hpp"
#include "judge/model/ceilings.hpp"

namespace judge {

/// Measures what the device can do at most: the best of several copy, add and read kernels over buffers far larger than
/// its L2, of the driver's own copy, and a kernel of fused multiply-adds; medians of event times. `library` is
/// ceilings.cu as built for the runtime. Takes some 0.1 s on an otherwise idle device. Errors: too little memory is
/// free, a kernel fails.
Result<Ceilings> measure_ceilings(const Runtime& runtime, const std::filesystem::path& library, int multiprocessors);

/// The limits of a setting's device: from the ledger, or measured once and kept there. The emulated runtime has none.
class DeviceLimits {
 public:
  /// Looks in the ledger; where it has nothing, the kernels that will tell begin to be built. Both must outlive this.
  static Result<DeviceLimits> prepare(const Setting& setting, Ledger& ledger);

  /// Nothing is known yet, and there is something to know.
  bool have_to_be_measured() const { return !m_known && m_setting->runtime.kind == RuntimeKind::cuda; }
  /// Measures if need be; the device should have nothing else to do. Errors: those of measure_ceilings().
  Result<void> find_out();
  const std::optional<Ceilings>& known() const { return m_known; }

  /// Measures anew and keeps the better of each limit: what was measured while others used the device says too little.
  Result<Ceilings> improve();

 private:
  DeviceLimits(const Setting& setting, Ledger& ledger) : m_setting(&setting), m_ledger(&ledger) {}
  void start_build();

  const Setting* m_setting;
  Ledger* m_ledger;
  std::optional<Ceilings> m_known;
  std::future<Result<BuildResult>> m_build;
};

/// The verdict on a time in which the work cannot have been done, for the host's own measurement is not to blame;
/// nothing for all others, and for times by the host's clock.
std::optional<Verdict> below_floor_verdict(const Measurement& measurement, const Ceilings& ceilings,
                                           const FloorAllowance& allowance);

/// Gives attempts whose time on this case is below the floor that verdict and takes them out of `timed`. Before anyone is
/// rejected, the limits are measured a second time.
Result<void> reject_impossible_times(const Setting& setting, std::vector<Timed>& attempts, TimedCase& timed,
                                     DeviceLimits& limits);

}  // namespace judge
