#pragma once

#include <optional>
#include <string>
#include <vector>

#include "judge/emulator/lowering/collectives.hpp"
#include "judge/emulator/lowering/kernel_variables.hpp"
#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// A kernel that may be split.
struct SplitRequest {
  std::size_t body = none;  ///< its {
  std::string head;         ///< of the function to make, up to its parameters
  std::string beginning;    ///< what it begins with, behind that
  std::string attributes;   ///< of the loops' bodies
  std::vector<KernelParameter> parameters;
  bool shows_index = false;     ///< `threadIdx` and its like may be variables of the function
  bool asks_for_thread = true;  ///< functions that it calls may look at threadIdx
};

/// A function that runs a whole block of the kernel, region by region, without fibers: `HEAD(const Block*, parameters)`.
/// Nothing: the kernel has no collectives, or something in it that we do not split.
std::optional<Pieces> split_kernel(Translation& translation, const SplitRequest& request, const Names& names,
                                   const WaitingFunctions& waiting);

}  // namespace judge::lowering
