#pragma once

#include "judge/tests/differential/kernel.hpp"

namespace judge::differential::people {

/// A kernel of the family that looks like people's: a namespace `kernel_INDEX` with its types, functions, the kernel and
/// `launch()`, which program.cuh calls.
Kernel make_kernel(std::uint64_t seed, unsigned index);

}  // namespace judge::differential::people
