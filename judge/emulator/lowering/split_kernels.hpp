#pragma once

#include <optional>
#include <string>
#include <unordered_set>
#include <vector>

#include "judge/emulator/lowering/collectives.hpp"
#include "judge/emulator/lowering/translation.hpp"

namespace judge::lowering {

/// A kernel that may be split.
struct SplitRequest {
  std::size_t body = none;                          ///< its {
  std::string head;                                 ///< of the function to make, up to its parameters
  std::string attributes;                           ///< of the loops' bodies
  std::vector<std::string> parameters;              ///< as they are declared, without defaults
  std::vector<std::string> names;                   ///< of the parameters
  std::unordered_set<std::string_view> constants;   ///< names of template parameters and the like
};

/// A function that runs a whole block of the kernel, region by region, without fibers: `HEAD(const Block*, parameters)`.
/// Nothing: the kernel has no collectives, or something in it that we do not split.
std::optional<Pieces> split_kernel(const Translation& translation, const SplitRequest& request,
                                   const WaitingFunctions& waiting);

}  // namespace judge::lowering
