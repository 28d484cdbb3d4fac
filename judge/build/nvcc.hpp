#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "judge/build/compiler.hpp"

namespace judge {

struct NvccVersion {
  int major = 0, minor = 0;
  std::string text;  ///< "13.0.88"
};

/// From what `nvcc --version` prints.
std::optional<NvccVersion> parse_nvcc_version(const std::string& text);

/// The one kind of code that is made.
struct NvccTarget {
  std::string gencode;  ///< "arch=compute_90a,code=sm_90a"
  std::string name;     ///< "sm_90a"; "compute_86" where the GPU's driver is to finish the work from PTX
};

/// The best target for a GPU that an nvcc of this version, which knows these architectures (86, 90, ...), can make.
/// From Hopper (9.0) on that is the architecture-specific one, without which wgmma and its successors do not compile.
/// Errors: the GPU is older than all of them.
Result<NvccTarget> choose_architecture(const NvccVersion& version, std::span<const int> architectures, int compute_major,
                                       int compute_minor);

/// nvcc, ready for one GPU. Errors: not found, does not run, no target.
Result<Compiler> nvcc_for(int compute_major, int compute_minor, const Probe& probe);

}  // namespace judge
