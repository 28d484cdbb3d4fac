#pragma once

#include <cstddef>

#include "judge/emulator/runtime/graph_nodes.hpp"

namespace judge::emulated {

struct LaunchRequest {
  const void* function;
  dim3 grid, block;
  void** arguments;
  std::size_t shared_bytes;
  dim3 cluster = {0, 0, 0};      ///< of the launch's attributes; 0 = they say nothing
  bool may_begin_early = false;  ///< a programmatic dependent launch
};

enum class LaunchKind { plain, cooperative };

/// The launch as work that can be done again and again: its arguments are copied now. Fails as the launch would.
cudaError_t repeatable_launch(const LaunchRequest& request, LaunchKind kind, GraphWork& work);

}  // namespace judge::emulated
