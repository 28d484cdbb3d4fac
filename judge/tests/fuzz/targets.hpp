#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace judge {

/// What takes text or messages of others, to be called with anything at all. It may refuse or accept, but comes back soon and touches
/// no memory that is not its own.
struct FuzzTarget {
  std::string_view name;
  void (*call)(std::string_view input);
  std::vector<std::string> (*seeds)();  ///< valid inputs
};

std::span<const FuzzTarget> fuzz_targets();

}  // namespace judge
