#pragma once

#include <string>
#include <vector>

#include "judge/judging/common_options.hpp"
#include "judge/util/installation.hpp"

namespace judge {

/// One thing that the judge needs or can use.
struct Check {
  enum class State {
    fine,
    absent,  ///< the judge works without
    broken,  ///< the judge cannot work
  };
  State state = State::fine;
  std::string name;
  std::string found;   ///< what was found, or why not
  std::string advice;  ///< how to get it; of what is not fine
};

/// Looks at everything, in the order to be shown. Takes up to a few seconds where the judge's own device code is not in the cache yet.
std::vector<Check> examine(const CommonOptions& common, const Installation& installation);

}  // namespace judge
