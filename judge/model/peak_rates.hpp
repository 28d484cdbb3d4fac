#pragma once

#include <array>
#include <string>

#include "judge/model/arithmetic.hpp"

namespace judge {

/// The peak rates of one device, measured by the judge's own kernels. 0 = not measured, or the device has no such units.
struct PeakRates {
  double bytes_per_s = 0;  ///< to and from device memory, reads and writes together
  /// By Arithmetic, operations a second; a multiplication and an addition count two.
  std::array<double, k_arithmetics> flops_per_s{};
  std::string time;  ///< when it was measured: UTC, "2026-01-31T12:00:00Z"

  double flops_of(Arithmetic arithmetic) const { return flops_per_s[static_cast<std::size_t>(arithmetic)]; }
};

}  // namespace judge
