#pragma once

#include <map>
#include <optional>
#include <string>

namespace judge {

/// What a profiler counted in one launch of a kernel.
struct KernelProfile {
  std::string attempt;
  std::string kernel;                                  ///< without its parameters: "multiply<true>"
  std::string grid, block;                             ///< "(128, 1, 1)"
  std::map<std::string, double, std::less<>> metrics;  ///< by Nsight Compute's names; ns, bytes, percent

  std::optional<double> get(std::string_view metric) const {
    const auto found = metrics.find(metric);
    return found == metrics.end() ? std::nullopt : std::optional(found->second);
  }
};

}  // namespace judge
