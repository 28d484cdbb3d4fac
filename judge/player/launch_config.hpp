#pragma once

#include <cstring>
#include <string>

#include "judge/runtime/cuda_abi.hpp"

namespace judge {

/// cudaLaunchAttribute, cudaLaunchConfig_t (CUDA 11.8 and later).
struct LaunchAttribute {
  enum Id : int { ignore = 0, cooperative = 2, cluster_dimension = 4, cluster_scheduling = 5, programmatic_serialization = 6 };
  int id = ignore;
  char padding[4] = {};
  char value[64] = {};
};
static_assert(sizeof(LaunchAttribute) == 72);

struct LaunchConfig {
  cuda::Dim3 grid, block;
  std::size_t shared_bytes = 0;
  cuda::Stream stream = nullptr;
  const LaunchAttribute* attributes = nullptr;
  unsigned attribute_count = 0;
};

/// Says all of it by itself: it names no stream, event or memory.
inline bool can_be_played_back(const LaunchAttribute& attribute) {
  return attribute.id == LaunchAttribute::ignore || attribute.id == LaunchAttribute::cooperative ||
         attribute.id == LaunchAttribute::cluster_dimension || attribute.id == LaunchAttribute::cluster_scheduling ||
         attribute.id == LaunchAttribute::programmatic_serialization;
}

inline std::string attributes_of_cooperative_launch() {
  LaunchAttribute attribute{.id = LaunchAttribute::cooperative};
  const int yes = 1;
  std::memcpy(attribute.value, &yes, sizeof yes);
  return std::string(reinterpret_cast<const char*>(&attribute), sizeof attribute);
}

}  // namespace judge
