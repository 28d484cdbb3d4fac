#pragma once

#include "cuda_runtime.h"

// cuda::std is the host's std: its types and functions work in kernels here as everywhere. What waits is not: see
// <cuda/atomic> and <cuda/barrier>.
namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda
