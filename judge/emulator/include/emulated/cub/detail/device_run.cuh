#pragma once

#include <algorithm>

#include "cub/detail/ranges.cuh"
#include "judge_emulated/device_work.h"

namespace cub::detail {

/// The storage that a caller passes to a device-wide function, in bytes.
struct TempStorage {
  void* pointer;
  std::size_t& bytes;
};

/// The two calls of every device-wide function: without storage it says how much it needs, with too little it is
/// refused, else `work()` runs as a kernel.
template <class Name, class Work>
static inline cudaError_t run(TempStorage storage, std::size_t needed, cudaStream_t stream, Name name, Work work) {
  needed = (std::max<std::size_t>(needed, 1) + 255) / 256 * 256;
  if (!storage.pointer) {
    storage.bytes = needed;
    return cudaSuccess;
  }
  if (storage.bytes < needed) return cudaErrorInvalidValue;
  return judge_emulated::run_on_device(name, 1, 1, stream, work);
}

/// About what NVIDIA's take: a little for each tile of the input.
static inline std::size_t tile_bytes(std::size_t items) { return 256 + items / 512 * 8; }

}  // namespace cub::detail

#define JUDGE_CUB_NAME(name) [] { return "cub::" name; }
