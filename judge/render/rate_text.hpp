#pragma once

#include <string>

#include "judge/model/measurement.hpp"

namespace judge {

/// What an attempt does in a second: FLOP/s where there are more than ten operations for a byte, or no bytes are known; else GB/s.
/// "-": neither is known.
std::string rate_text(const Measurement& timing);

}  // namespace judge
