#pragma once

#include <string>
#include <vector>

#include "judge/passes/common_options.hpp"
#include "judge/util/installation.hpp"

namespace judge {

/// One thing that the judge needs or can use.
struct Component {
  enum class State {
    fine,
    absent,  ///< the judge works without it
    broken,  ///< the judge cannot work
  };
  State state = State::fine;
  std::string name;
  std::string found;   ///< what was found, or why not
  std::string advice;  ///< how to get it; empty if fine
};

/// All components, in the order of the output. Takes up to a few seconds if the judge's own device code is not in the cache.
std::vector<Component> find_components(const CommonOptions& common, const Installation& installation);

}  // namespace judge
