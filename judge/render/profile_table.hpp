#pragma once

#include <optional>
#include <span>
#include <string>

#include "judge/model/kernel_profile.hpp"
#include "judge/model/peak_rates.hpp"
#include "judge/render/table.hpp"

namespace judge {

/// A column a kernel, a line for each thing that is known of any of them: duration, the shares of what SMs, memory,
/// DRAM, L2 and L1 can do, occupancy and what limits it, registers, shared memory, sectors a request, bank conflicts.
Table profile_table(std::span<const KernelProfile> kernels);

/// What holds the number of blocks an SM down, with that number: "registers (2 blocks)". Empty where it is not known.
std::string occupancy_limiter(const KernelProfile& kernel);

/// Where a kernel stands below the roof (Williams, Waterman, Patterson, CACM 52(4), 2009).
struct RooflinePoint {
  double flops = 0;       ///< fp32 operations, a fused multiply-add counts two
  double dram_bytes = 0;  ///< to and from device memory
  double duration_ns = 0;
  double intensity() const { return flops / dram_bytes; }  ///< FLOP a byte
  double flops_per_s() const { return flops / duration_ns * 1e9; }
  double bytes_per_s() const { return dram_bytes / duration_ns * 1e9; }
};

/// Nothing where the counters for it are missing, or no byte or no fp32 operation was counted.
std::optional<RooflinePoint> roofline_point(const KernelProfile& kernel);

/// One line: intensity, on which side of the ridge that is, and how much of the roof above it is reached.
std::string roofline_text(const KernelProfile& kernel, const PeakRates& peaks);

}  // namespace judge
