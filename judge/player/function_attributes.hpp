#pragma once

#include <cstddef>

namespace judge {

/// cudaFuncAttributes begins with these in every version since CUDA 9; later ones append.
struct FunctionAttributesHead {
  std::size_t static_shared_bytes, constant_bytes, local_bytes;
  int max_threads, registers, ptx_version, binary_version, cache_mode, most_shared_bytes, shared_carveout;
  char rest[256];
};

}  // namespace judge
