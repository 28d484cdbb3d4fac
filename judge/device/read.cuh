// Reads that empty the L2: lines that were written are written back and leave it, and those that come are clean.
#pragma once

#include <cuda_runtime.h>

namespace {

__device__ void read_all(const uint4* quads, unsigned long long count) {
  unsigned bits = 0;
  const unsigned long long step = gridDim.x * static_cast<unsigned long long>(blockDim.x);
  for (unsigned long long i = blockIdx.x * static_cast<unsigned long long>(blockDim.x) + threadIdx.x; i < count; i += step)
    bits |= quads[i].x & 1;
  if (bits == 2) __trap();
}

__global__ void read_kernel(const uint4* quads, unsigned long long count) { read_all(quads, count); }

}  // namespace
