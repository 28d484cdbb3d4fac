#pragma once

#include <array>
#include <cstddef>

#include "judge_emulated/abi.h"

namespace judge::emulated {

/// A registered kernel and what the host set on it.
struct KernelState {
  const judge_emulated::Kernel* kernel = nullptr;
  std::size_t opted_in_shared_bytes = 0;  ///< cudaFuncAttributeMaxDynamicSharedMemorySize; 0 = never set

  bool allows_any_cluster = false;  ///< cudaFuncAttributeNonPortableClusterSizeAllowed

  /// __cluster_dims__; 0 = none given
  std::array<unsigned, 3> cluster() const;
  unsigned max_threads() const;
  std::size_t static_shared_bytes() const;
  std::size_t max_dynamic_shared_bytes() const;
};

/// The kernel whose host stub is `function`; null if there is none. Lives until the process ends.
KernelState* find_kernel(const void* function);

}  // namespace judge::emulated
