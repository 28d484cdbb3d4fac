#pragma once

#include <string>
#include <vector>

#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// A feature of CUDA that the emulated runtime lacks, and where the user asks for it.
struct Unsupported {
  std::string file;
  int line = 0;
  std::string feature;  ///< "thread block clusters (__cluster_dims__)"
};

/// "a.cu:12: textures (tex2D) are not supported by the emulated runtime"
std::string describe(const Unsupported& unsupported);

/// Textures, clusters, tensor maps, dynamic parallelism: whatever would run wrongly or not at all.
std::vector<Unsupported> find_unsupported(const Translation& translation);

}  // namespace judge::lowering
