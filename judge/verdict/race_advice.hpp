#pragma once

#include <string>

#include "judge/model/outcome.hpp"

namespace judge {

/// "atomicMax()" of `m[0] = max(m[0], x);`: the atomic that does what the lines of a race's update do. Empty where they do not show it.
std::string atomic_for(const Fault& race);

/// What to do about a race, by its lines: no barrier can stand between a statement and itself.
std::string race_advice(const Fault& race);

}  // namespace judge
