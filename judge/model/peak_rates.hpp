#pragma once

#include <string>

namespace judge {

/// The peak rates of one device, measured by the judge's own copy and FMA kernels. 0 = not measured.
struct PeakRates {
  double bytes_per_s = 0;  ///< to and from device memory, reads and writes together
  double flops_per_s = 0;  ///< fp32, a fused multiply-add counts two
  std::string time;        ///< when it was measured: UTC, "2026-01-31T12:00:00Z"
};

}  // namespace judge
