#pragma once

#include <string_view>

#include "judge/model/outcome.hpp"

namespace judge {

/// What the lines of a race's two accesses say about it: an update needs the same place in both, and where a barrier stands between
/// the write and the read in the body of a loop, it is the next round that writes too early.
void read_race_lines(Fault& race, std::string_view source);

}  // namespace judge
